/** `npm run bench:<name>`: installs and builds if needed, then runs bench/<name>.ts. */
import { ensureBuilt, ensureInstalled, runProgram } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
const [name, ...rest] = process.argv.slice(2)
runProgram(`bench/${name}.ts`, rest)
