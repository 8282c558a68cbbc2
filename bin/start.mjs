/**
 * `npm start`: installs if needed, builds if stale, starts the shop; a real one without the packages that only build
 * and test. `--dev`: from source, with hot reload.
 */
import { ensureBuilt, ensureInstalled, ensureRealShop, isRealShop, runProgram } from './prepare.mjs'

const isDev = process.argv.includes('--dev')
if (!isDev && isRealShop()) ensureRealShop()
else {
  ensureInstalled()
  if (!isDev) ensureBuilt()
}
// Pages and server must load the same build of React Router; Vite takes the development one.
const [file, options] = isDev
  ? ['server/main.ts', ['--conditions=development']]
  : ['build/program/main.js', []]
runProgram(file, process.argv.slice(2), options)
