import { randomUUID } from 'node:crypto'
import { makeUser } from '#db/factories/user.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#db/seed/demo-accounts.ts'
import { seedCatalogue } from '#db/seed/seed-demo.ts'
import { migrate } from '#infra/database/migrate.ts'
import { openDatabase } from '#infra/database/open.ts'
import { signIn } from '#tests/shop-customer.ts'
import { freePort, type ShopProgram, startShop } from '#tests/shop-program.ts'

/**
 * Starts the built program as a real shop on this database, with the catalogue and accounts of the seed. It
 * cannot send email, because nothing listens at SMTP_URL, unless `more` sets another.
 */
export async function startRealShop(
  databaseUrl: string,
  dataDir: string,
  more: Record<string, string> = {},
): Promise<ShopProgram> {
  await seedRealShop(databaseUrl)
  const port = `${await freePort()}`
  return startProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: port,
    ORIGIN: `http://127.0.0.1:${port}`,
    AUTH_SECRET: randomUUID(),
    ...more,
  })
}

/** Settings that a real shop requires, besides the settings that `startProcess` takes. */
export const REAL_SETTINGS = {
  ADMIN_EMAIL: 'admin@demo.test',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Shop <orders@shop.test>',
  SUPPORT_EMAIL: 'help@shop.test',
  SELLER_NAME: 'Example Foods Private Limited',
  SELLER_ADDRESS: '1 Market Road, Dharwad, Karnataka 580001',
  SELLER_GSTIN: '29AAACB1234C1ZB',
  SELLER_STATE: 'Karnataka',
  PRICES: 'exclusive',
  GRIEVANCE_OFFICER: 'S. Patil',
  CARD_PAYMENTS: 'off',
}

/** Starts a process of a real shop. Processes on one database need the same ORIGIN and AUTH_SECRET. */
export function startProcess(
  env: Record<'DATABASE_URL' | 'DATA_DIR' | 'PORT' | 'ORIGIN' | 'AUTH_SECRET', string> &
    Record<string, string>,
  root?: string,
): ShopProgram {
  return startShop({ LOG_LEVEL: 'info', ...REAL_SETTINGS, ...env }, root)
}

/** Seeds catalogue and accounts without orders. */
export async function seedRealShop(url: string): Promise<void> {
  const { db, close } = openDatabase({ url, poolSize: 2, onError: () => {} })
  const now = new Date()
  await migrate(db)
  await seedCatalogue({ db, now })
  for (const { label: _, ...account } of DEMO_ACCOUNTS)
    await makeUser(db, { ...account, password: DEMO_PASSWORD }, now)
  await close()
}

/** Signs in a staff account of the demonstration. Marks its second factor as verified, as a real shop requires. */
export async function signInStaff(
  url: string,
  databaseUrl: string,
  email = 'admin@demo.test',
): Promise<string> {
  const cookie = await signIn(url, email)
  await proveSessions(databaseUrl)
  return cookie
}

/** Marks the second factor of all sessions as verified just now. */
export async function proveSessions(databaseUrl: string): Promise<void> {
  const { db, close } = openDatabase({ url: databaseUrl, poolSize: 1, onError: () => {} })
  await db.updateTable('sessions').set({ factorAt: new Date() }).execute()
  await close()
}

/** Resolves when a shop with WARM_PAGES has rendered each public page once. */
export async function waitForCachedPages({ lines, child }: ShopProgram): Promise<void> {
  while (!lines.some((line) => line.includes('public pages are cached'))) {
    await new Promise((resolve) => child.stdout?.once('data', resolve))
  }
}
