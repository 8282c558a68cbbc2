/**
 * `npm start`: installs if needed, builds if stale, and writes the program's command for bin/start.sh. A real
 * shop starts without the packages that only build and test. `--dev`: from source, with hot reload.
 */
import { writeSync } from 'node:fs'
import { commandOf, ensureBuilt, ensureInstalled, ensureRealShop, isRealShop } from './prepare.mjs'

const COMMAND_OUTPUT = 3
const isDev = process.argv.includes('--dev')
if (!isDev && isRealShop()) ensureRealShop()
else {
  ensureInstalled()
  if (!isDev) ensureBuilt()
}
// Node's own options: `npm run dev -- --inspect`.
const nodeOptions = process.argv.slice(2).filter((option) => option.startsWith('--inspect'))
const programOptions = process.argv.slice(2).filter((option) => !nodeOptions.includes(option))
// Pages and server must load the same build of React Router. Vite loads the development build.
const [file, options] = isDev
  ? ['server/main.ts', ['--conditions=development', '--max-old-space-size=2048']]
  : ['build/program/main.js', []]
const { command, args, env } = commandOf(file, programOptions, [...options, ...nodeOptions])
const settings = ['MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE', 'PATH'].map((name) => `${name}=${env[name]}`)
const words = [...settings, command, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`)
writeSync(COMMAND_OUTPUT, words.join(' '))
