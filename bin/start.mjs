/** `npm start`: installs if needed, builds if stale, starts the shop. `--dev`: from source, with hot reload. */
import { ensureBuilt, ensureInstalled, runProgram } from './prepare.mjs'

ensureInstalled()
if (!process.argv.includes('--dev')) ensureBuilt()
runProgram('server/main.ts', process.argv.slice(2))
