import { afterAll } from 'vitest'
import { openRoom, removeRooms } from '#tests/faults/rooms.ts'
import { ownDatabase } from '#tests/own-database.ts'
import { keptAll, startRealShop } from '#tests/real-shop.ts'
import { signIn } from '#tests/shop-customer.ts'
import { endShop, readyShop } from '#tests/shop-program.ts'

/** The connection between a shop and its database. */
type Road = { url: string; stop(): Promise<void> }

/** The database's own address, with nothing in between. */
export async function straightRoad(databaseUrl: string): Promise<Road> {
  return { url: databaseUrl, stop: async () => {} }
}

/**
 * A real shop on its own database behind a given connection, with all public pages cached and a customer signed in.
 * Everything ends with the test file.
 */
export async function ownShop<Way extends Road>(
  roadTo: (databaseUrl: string) => Promise<Way>,
  settings: Record<string, string> = {},
) {
  const room = openRoom()
  const database = ownDatabase(room)
  await database.start()
  const road = await roadTo(database.url)
  const shop = await startRealShop(road.url, `${room}/data`, settings)
  afterAll(async () => {
    await endShop(shop, 'SIGTERM')
    await road.stop()
    await database.stop()
    removeRooms()
  })
  const url = await readyShop(shop)
  await keptAll(shop)
  return { room, database, road, shop, url, cookie: await signIn(url) }
}
