/**
 * `npm run shop -- check-stock`: checks that the stock of every product is the sum of its movements, whether or
 * not the shop is running. Lists the products whose stock differs; if there are any, ends with exit code 1.
 */
import { fail, readSettingsOrExit } from '#infra/config/settings.ts'
import { openMigratedDatabase } from '#infra/database/shop-database.ts'
import { checkLedger } from '#shop/inventory/movements.read.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const database = await openMigratedDatabase(readSettingsOrExit(), say).catch((error: Error) =>
  fail(error.message),
)
const { products, gaps } = await checkLedger(database.db)
await database.close()
for (const { productId, name, level, moved } of gaps) {
  say(`${productId} ${name}: the stock level is ${level}, the sum of its movements ${moved}`)
}
if (gaps.length > 0)
  fail(`The stock of ${gaps.length} of ${products} products is not the sum of its movements.`)
say(`The stock of all ${products} products is the sum of their movements.`)
