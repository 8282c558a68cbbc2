import '#server/runtime.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#db/seed/demo-accounts.ts'
import { fail, readSettingsOrExit } from '#infra/config/settings.ts'
import { startProgram } from '#server/program.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const settings = readSettingsOrExit()
if (process.argv.includes('--check-settings')) process.exit(0)

const start = process.argv.includes('--dev')
  ? (await import('#server/development.ts')).startDevelopment
  : startProgram
const program = await start(settings, { say }).catch((error: unknown) =>
  fail(`Could not start: ${error instanceof Error ? error.message : String(error)}`),
)

let isStopping = false
async function shutDown(signal: string): Promise<void> {
  if (isStopping) return
  isStopping = true
  say(`Stopping (${signal})`)
  process.exit((await program.stop()) ? 0 : 1)
}
process.on('SIGTERM', () => void shutDown('SIGTERM'))
process.on('SIGINT', () => void shutDown('SIGINT'))
// The parent process has ended, perhaps by kill -9.
process.on('disconnect', () => void shutDown('parent gone'))

// Install signal handlers before announcing "ready": a supervisor may stop us immediately.
say(`${settings.brand} is ready at ${program.url}`)
if (settings.demo) {
  say(
    `Demo mode: emails are at ${program.url}/demo/mailbox, and these accounts have the password ${DEMO_PASSWORD}:`,
  )
  for (const { label, email } of DEMO_ACCOUNTS) say(`  ${email} (${label})`)
}
