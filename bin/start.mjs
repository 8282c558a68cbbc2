/** `npm start`: installs if needed, builds if stale, starts the shop. `--dev`: from source, with hot reload. */
import { ensureBuilt, ensureInstalled, runProgram } from './prepare.mjs'

ensureInstalled()
const isDev = process.argv.includes('--dev')
if (!isDev) ensureBuilt()
// Pages and server must load the same build of React Router; Vite takes the development one.
const [file, options] = isDev
  ? ['server/main.ts', ['--conditions=development']]
  : ['build/program/main.js', []]
runProgram(file, process.argv.slice(2), options)
