/** `npm run sbom`, `npm run licences`, `npm run check-holes`: run bin/supply/NAME.ts on the Node among the packages. */
import { ensureInstalled, runProgram } from './prepare.mjs'

const [name = '', ...rest] = process.argv.slice(2)
// Commands that only read the lock file need no development package and no network in production.
ensureInstalled(name === 'check-holes' ? 'needed' : 'unneeded')
runProgram(`bin/supply/${name}.ts`, rest)
