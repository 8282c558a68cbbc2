/**
 * `npm run shop -- reset-factor EMAIL`: removes the second factor of a person who has lost it, and ends all
 * sessions of the account, whether or not the shop is running. The next sign-in asks for a new second factor.
 */
import { fail, readSettingsOrExit } from '#infra/config/settings.ts'
import { openMigratedDatabase } from '#infra/database/shop-database.ts'
import { startJobs } from '#infra/jobs/jobs.ts'
import { resetFactorsByCommand } from '#shop/factors/change-factors.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const email = process.argv[2] ?? fail('Usage: npm run shop -- reset-factor EMAIL')
const settings = readSettingsOrExit()
const database = await openMigratedDatabase(settings, say).catch((error: Error) => fail(error.message))
// The jobs of this command contain only ids, which are not encrypted.
const queue = { databaseUrl: database.url, secrets: settings.authSecrets ?? [''], budget: null } as const
const jobs = await startJobs({ ...queue, sendsOnly: true, onError: (error) => say(error.message) })
const result = await resetFactorsByCommand({ db: database.db, now: new Date(), jobs }, email)
await jobs.stop()
await database.close()
if (!result.ok) fail(`${email} has no account here.`)
say(
  `Removed all second factors of ${email} (${result.value}) and ended all of its sessions. The account and the owners get an email.`,
)
