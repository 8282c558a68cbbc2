/**
 * `npm run shop -- migrate`: migrates the schema to this version without starting the shop. A start does the
 * same.
 */
import { fail, readSettingsOrExit } from '#infra/config/settings.ts'
import { migrate } from '#infra/database/migrate.ts'
import { openShopDatabase } from '#infra/database/shop-database.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const database = await openShopDatabase(readSettingsOrExit(), say).catch((error: Error) =>
  fail(error.message),
)
await migrate(database.db)
await database.close()
say('The schema is up to date')
