/** `npm run shop -- NAME …`: installs if needed, then runs the command bin/commands/NAME.ts. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, ROOT, runProgram } from './prepare.mjs'

const COMMANDS = join(ROOT, 'bin', 'commands')
const [name = '', ...rest] = process.argv.slice(2)
if (/^[a-z-]+$/.test(name) && existsSync(join(COMMANDS, `${name}.ts`))) {
  ensureInstalled('unneeded')
  runProgram(`bin/commands/${name}.ts`, rest)
} else {
  const names = readdirSync(COMMANDS).map((file) => `  ${file.replace(/\.ts$/, '')}`)
  process.stderr.write(`Usage: npm run shop -- COMMAND …\n${names.join('\n')}\n`)
  process.exitCode = 1
}
