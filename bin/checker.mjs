/** `npm run checker`: clients and the checker on the program as it is, then on each of fifteen planted bugs. */
import { ensureBuilt, ensureInstalled, runProgram } from './prepare.mjs'

ensureInstalled()
// Copies with a bug run from source, with the built pages.
ensureBuilt()
runProgram('bin/checker/checker.ts', process.argv.slice(2))
