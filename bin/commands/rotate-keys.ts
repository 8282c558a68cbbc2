/**
 * `npm run shop -- rotate-keys`: with several secrets in AUTH_SECRET, encrypts anew what an older one encrypted, and says
 * what still needs an older one. May run again, and while the shop runs.
 */
import { fail, readSettingsOrExit } from '#infra/config/settings-or-fail.ts'
import { sealColumns } from '#infra/database/sealed-columns.ts'
import { openMigratedDatabase } from '#infra/database/shop-database.ts'
import { createEncrypter } from '#infra/jobs/encrypted-data.ts'
import { countSealedJobs } from '#infra/jobs/job-admin.ts'
import { pinPeppers } from '#infra/keys/pin-peppers.ts'
import { fieldSealer } from '#infra/keys/sealed-fields.ts'
import { resealSecrets } from '#shop/factors/factors.sql.ts'
import { resealRefundAccounts } from '#shop/payments/refund-accounts.sql.ts'
import { countOldPins } from '#shop/programme/sign-in.read.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const settings = readSettingsOrExit()
if (settings.authSecrets === null) fail('AUTH_SECRET is not set, so there is no key to rotate.')
const ring = settings.authSecrets
const database = await openMigratedDatabase(settings, say).catch((error: Error) => fail(error.message))
const encrypter = createEncrypter(ring)
const { resealed, unopened } = await resealRefundAccounts(database.db, encrypter)
const apps = await resealSecrets(database.db, encrypter)
const fields = await sealColumns(database.db, fieldSealer(ring))
const pins = await countOldPins(database.db, pinPeppers(ring).newest)
const jobs = await countSealedJobs(database.db, (sealed) => !encrypter.isCurrent(sealed))
await database.close()
say(
  `Accounts for refunds encrypted anew: ${resealed}. Accounts that no secret of AUTH_SECRET opens: ${unopened}.`,
)
say(
  `UPI addresses and phones of workers encrypted anew: ${fields.sealed}. Those that no secret opens: ${fields.unopened}.`,
)
say(
  `Secrets of authenticator apps encrypted anew: ${apps.resealed}. Those that no secret of AUTH_SECRET opens: ${apps.unopened}.`,
)
say(`PINs that need an older secret: ${pins}. A PIN moves to the newest when its worker signs in with it.`)
say(`Jobs that need an older secret: ${jobs}. They are done or given up within a day.`)
say('Sessions move to the newest secret with the next request, and end after 30 days without one.')
