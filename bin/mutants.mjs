/** `npm run mutants -- --count 100 --seed 1`: inverts so many guards, one at a time, and says which no test noticed. */
import { ensureInstalled, runProgram } from './prepare.mjs'

ensureInstalled()
runProgram('bin/mutants.ts', process.argv.slice(2))
