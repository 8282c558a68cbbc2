/**
 * `npm run shop -- rotate-keys`: encrypts each text again that is not encrypted with the newest secret of
 * AUTH_SECRET and the newest algorithm. Prints what still needs an older secret. May run repeatedly, and while
 * the shop runs.
 */
import { fail, readSettingsOrExit } from '#infra/config/settings.ts'
import { openMigratedDatabase } from '#infra/database/shop-database.ts'
import { createEncrypter } from '#infra/jobs/encrypted-data.ts'
import { countSealedJobs } from '#infra/jobs/job-admin.ts'
import { pinPeppers } from '#infra/keys/key-ring.ts'
import { fieldSealer } from '#infra/keys/sealed-fields.ts'
import { resealAll } from '#server/reseal-all.ts'
import { newestPinHash } from '#shop/programme/pin-hash.ts'
import { countOldPins } from '#shop/programme/sign-in.read.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const settings = readSettingsOrExit()
if (settings.authSecrets === null) fail('AUTH_SECRET is not set, so there is no key to rotate.')
const ring = settings.authSecrets
const database = await openMigratedDatabase(settings, say).catch((error: Error) => fail(error.message))
const sealer = createEncrypter(ring)
const { accounts, apps, fields } = await resealAll(database.db, { fields: fieldSealer(ring), sealer })
const pins = await countOldPins(database.db, newestPinHash(pinPeppers(ring)))
const jobs = await countSealedJobs(database.db, (text) => !sealer.isCurrent(text))
await database.close()
say(
  `Accounts for refunds: ${accounts.resealed} encrypted with the newest secret, ${accounts.unopened} unreadable with any secret of AUTH_SECRET.`,
)
say(
  `UPI IDs and phones of workers: ${fields.resealed} encrypted with the newest secret, ${fields.unopened} unreadable with any secret of AUTH_SECRET.`,
)
say(
  `Secrets of authenticator apps: ${apps.resealed} encrypted with the newest secret, ${apps.unopened} unreadable with any secret of AUTH_SECRET.`,
)
say(`PINs that need an older secret: ${pins}. A PIN moves to the newest when its worker signs in with it.`)
say(`Jobs that need an older secret: ${jobs}. They end within a day.`)
say('Sessions move to the newest secret with the next request, and end after 30 days without one.')
