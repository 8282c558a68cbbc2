/**
 * `npm run shop -- grant-program ROLE`: gives a role what the running program needs, and nothing that could
 * change the audit log. Run it as the owner of the tables, the role that also migrates. See docs/operations.md,
 * The audit log.
 */
import { fail, readSettingsOrExit } from '#infra/config/settings.ts'
import { grantProgramRole } from '#infra/database/program-role.ts'
import { openMigratedDatabase } from '#infra/database/shop-database.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const role = process.argv[2] ?? fail('Usage: npm run shop -- grant-program ROLE')
const database = await openMigratedDatabase(readSettingsOrExit(), say).catch((error: Error) =>
  fail(error.message),
)
await grantProgramRole(database.db, role).catch((error: Error) => fail(error.message))
await database.close()
say(`${role} may run the shop: use it in the program’s DATABASE_URL, and the owner’s role for migrations.`)
