/** `npm run shop -- promote-admin EMAIL`: makes an account an admin, whether or not the shop is running. */
import { fail, readSettingsOrExit } from '#infra/config/settings.ts'
import { openMigratedDatabase } from '#infra/database/shop-database.ts'
import { promoteAdmin } from '#shop/customers/first-admin.ts'

const PROBLEMS = {
  user_not_found: 'has no account here: sign up with this address first.',
  email_not_verified: 'is not verified yet: open the link in the email first.',
} as const

const say = (line: string) => process.stdout.write(`${line}\n`)
const email = process.argv[2] ?? fail('Usage: npm run shop -- promote-admin EMAIL')
const database = await openMigratedDatabase(readSettingsOrExit(), say).catch((error: Error) =>
  fail(error.message),
)
const result = await promoteAdmin({ db: database.db, now: new Date() }, email)
await database.close()
if (!result.ok) fail(`${email} ${PROBLEMS[result.reason]}`)
say(`${email} is an admin: the admin dashboard is open to that account from the next page on.`)
