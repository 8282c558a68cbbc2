/**
 * `npm run shop -- enrol-worker EMAIL [--place P] [--phone N] [--upi-id ID] [--language CODE]`: makes an account a
 * worker's, whether or not the shop is running.
 */
import { parseArgs } from 'node:util'
import { fail, readSettingsOrExit } from '#infra/config/settings.ts'
import { withSealedColumns } from '#infra/database/sealed-columns.ts'
import { openMigratedDatabase } from '#infra/database/shop-database.ts'
import { demoSecret } from '#infra/keys/key-ring.ts'
import { fieldSealer } from '#infra/keys/sealed-fields.ts'
import { enrolByEmail } from '#shop/programme/enrol-worker.ts'
import { workerInput } from '#shop/programme/input.ts'
import { LANGUAGES } from '#shop/programme/worker.ts'

const USAGE = `Usage: npm run shop -- enrol-worker EMAIL [--place P] [--phone N] [--upi-id ID] [--language ${LANGUAGES.join('|')}]`
const text = { type: 'string' } as const
const options = { place: text, phone: text, 'upi-id': text, language: text }

const PROBLEMS = {
  user_not_found: 'has no account here: sign up with this address first.',
  email_not_verified: 'is not verified yet: open the link in the email first.',
} as const

const say = (line: string) => process.stdout.write(`${line}\n`)
const { email, details } = readArgumentsOrExit()
const settings = readSettingsOrExit()
const database = await openMigratedDatabase(settings, say).catch((error: Error) => fail(error.message))
const secrets = settings.authSecrets ?? ([await demoSecret(settings.dataDir)] as const)
const db = withSealedColumns(database.db, { sealer: fieldSealer(secrets), onRefused: () => {} })
const result = await enrolByEmail({ db, now: new Date() }, email, details)
await database.close()
if (!result.ok) fail(`${email} ${PROBLEMS[result.reason]}`)
say(`${email} is enrolled: the worker dashboard is open to that account from the next page on.`)

function readArgumentsOrExit() {
  const { positionals, values } = parseArgsOrExit()
  const [email] = positionals
  if (!email || positionals.length > 1) return fail(USAGE)
  const { 'upi-id': upiId, ...others } = values
  const read = workerInput.partial().safeParse({ ...others, ...(upiId !== undefined && { upiId }) })
  if (!read.success)
    return fail(...read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  // Missing options do not change the account, so the schema's defaults do not apply.
  const chosen = Object.entries(read.data).filter(([name]) => name in others || (name === 'upiId' && upiId))
  return { email, details: Object.fromEntries(chosen) }
}

function parseArgsOrExit() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return fail((error as Error).message, USAGE)
  }
}
