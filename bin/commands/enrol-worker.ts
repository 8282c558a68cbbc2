/**
 * `npm run shop -- enrol-worker EMAIL [--place P] [--phone N] [--upi-id ID] [--language CODE]`: makes an account a
 * worker's, whether or not the shop is running.
 */
import { parseArgs } from 'node:util'
import { fail, readSettingsOrExit } from '#infra/config/settings-or-fail.ts'
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

const NO = {
  user_not_found: 'has no account here: sign up with this address first.',
  email_not_verified: 'is not verified yet: open the link in the email first.',
} as const

const say = (line: string) => process.stdout.write(`${line}\n`)
const { email, details } = argumentsOrFail()
const settings = readSettingsOrExit()
const database = await openMigratedDatabase(settings, say).catch((error: Error) => fail(error.message))
const secrets = settings.authSecrets ?? ([await demoSecret(settings.dataDir)] as const)
const db = withSealedColumns(database.db, { sealer: fieldSealer(secrets), onRefused: () => {} })
const enrolled = await enrolByEmail({ db, now: new Date() }, email, details)
await database.close()
if (!enrolled.ok) fail(`${email} ${NO[enrolled.reason]}`)
say(`${email} is enrolled: the worker dashboard is open to that account from the next page on.`)

function argumentsOrFail() {
  const { positionals, values } = parsedOrFail()
  const [email] = positionals
  if (!email || positionals.length > 1) return fail(USAGE)
  const { 'upi-id': upiId, ...others } = values
  const read = workerInput.partial().safeParse({ ...others, ...(upiId !== undefined && { upiId }) })
  if (!read.success)
    return fail(...read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  // Options not given leave the account as it is, so the schema's defaults do not apply.
  const given = Object.entries(read.data).filter(([name]) => name in others || (name === 'upiId' && upiId))
  return { email, details: Object.fromEntries(given) }
}

function parsedOrFail() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return fail((error as Error).message, USAGE)
  }
}
