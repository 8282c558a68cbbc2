import { afterAll } from 'vitest'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { restartableDatabase } from '#tests/own-database.ts'
import { startRealShop, waitForCachedPages } from '#tests/real-shop.ts'
import { signIn } from '#tests/shop-customer.ts'
import { endShop, readyShop } from '#tests/shop-program.ts'

/** The connection between a shop and its database. */
type Connection = { url: string; stop(): Promise<void> }

/** Connects to the database directly. */
export async function directConnection(databaseUrl: string): Promise<Connection> {
  return { url: databaseUrl, stop: async () => {} }
}

/**
 * Starts a real shop on its own database, over the connection of `connect`, with all public pages cached and a customer
 * signed in. Everything ends with the test file.
 */
export async function isolatedShop<Kind extends Connection>(
  connect: (databaseUrl: string) => Promise<Kind>,
  settings: Record<string, string> = {},
) {
  const room = makeOpenFolder()
  const database = restartableDatabase(room)
  await database.start()
  const connection = await connect(database.url)
  const shop = await startRealShop(connection.url, `${room}/data`, { WARM_PAGES: 'on', ...settings })
  afterAll(async () => {
    await endShop(shop, 'SIGTERM')
    await connection.stop()
    await database.stop()
    removeFolders()
  })
  const url = await readyShop(shop)
  await waitForCachedPages(shop)
  return { room, database, connection, shop, url, cookie: await signIn(url) }
}
