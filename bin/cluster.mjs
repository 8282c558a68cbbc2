/** `npm run cluster`: installs and builds if needed, then runs one shop on what would be three machines. */
import { ensureBuilt, ensureInstalled, runProgram } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
runProgram('cluster/main.ts', process.argv.slice(2))
