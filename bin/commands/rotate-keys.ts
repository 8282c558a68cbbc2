/**
 * `npm run shop -- rotate-keys [--accept-unbound]`: encrypts anew what an older secret of AUTH_SECRET, algorithm or version
 * encrypted, and says what still needs an older secret. May run again, and while the shop runs. `--accept-unbound`: binds texts
 * of a restored backup that older versions bound to no row, which the shop refuses.
 */
import { fail, readSettingsOrExit } from '#infra/config/settings-or-fail.ts'
import { openMigratedDatabase } from '#infra/database/shop-database.ts'
import { filesOf } from '#infra/files/file-store.ts'
import { createEncrypter } from '#infra/jobs/encrypted-data.ts'
import { countSealedJobs } from '#infra/jobs/job-admin.ts'
import { pinPeppers } from '#infra/keys/pin-peppers.ts'
import { fieldSealer } from '#infra/keys/sealed-fields.ts'
import { unboundTexts } from '#infra/keys/unbound-texts.ts'
import { sealAll } from '#server/seal-all.ts'
import { newestPinHash } from '#shop/programme/pin-hash.ts'
import { countOldPins } from '#shop/programme/sign-in.read.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const acceptsUnbound = process.argv.includes('--accept-unbound')
const settings = readSettingsOrExit()
if (settings.authSecrets === null) fail('AUTH_SECRET is not set, so there is no key to rotate.')
const ring = settings.authSecrets
const database = await openMigratedDatabase(settings, say).catch((error: Error) => fail(error.message))
const sealer = createEncrypter(ring)
const unbound = unboundTexts(filesOf(settings))
const sealed = await sealAll(database.db, { fields: fieldSealer(ring), sealer, unbound }, acceptsUnbound)
const { accounts, apps, fields } = sealed
const pins = await countOldPins(database.db, newestPinHash(pinPeppers(ring)))
const jobs = await countSealedJobs(database.db, (text) => !sealer.isCurrent(text))
await database.close()
say(
  `Accounts for refunds encrypted anew: ${accounts.resealed}. Accounts that no secret of AUTH_SECRET opens: ${accounts.unopened}.`,
)
say(
  `UPI addresses and phones of workers encrypted anew: ${fields.sealed}. Those that no secret opens: ${fields.unopened}.`,
)
say(
  `Secrets of authenticator apps encrypted anew: ${apps.resealed}. Those that no secret of AUTH_SECRET opens: ${apps.unopened}.`,
)
if (sealed.unbound > 0)
  say(
    `Encrypted texts not bound to a row, left as they are: ${sealed.unbound}. If a backup was restored, run this with --accept-unbound; if not, they were written past the shop.`,
  )
say(`PINs that need an older secret: ${pins}. A PIN moves to the newest when its worker signs in with it.`)
say(`Jobs that need an older secret: ${jobs}. They are done or given up within a day.`)
say('Sessions move to the newest secret with the next request, and end after 30 days without one.')
