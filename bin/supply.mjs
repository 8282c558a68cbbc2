/** `npm run sbom`, `npm run licences`, `npm run check-holes`: run bin/supply/NAME.ts on the Node among the packages. */
import { ensureInstalled, runProgram } from './prepare.mjs'

const [name = '', ...rest] = process.argv.slice(2)
// Commands that only read the lock file need neither development packages nor a network in production.
ensureInstalled(name === 'check-holes' ? 'needed' : 'unneeded')
runProgram(`bin/supply/${name}.ts`, rest)
