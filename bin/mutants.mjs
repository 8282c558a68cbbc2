/** `npm run mutants -- --count 100 --seed 1`: inverts guards one at a time and lists those that no test noticed. */
import { ensureInstalled, runProgram } from './prepare.mjs'

ensureInstalled()
runProgram('bin/mutants/mutants.ts', process.argv.slice(2))
