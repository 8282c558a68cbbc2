import { afterAll } from 'vitest'
import { openRoom, removeRooms } from '#tests/faults/rooms.ts'
import { ownDatabase } from '#tests/own-database.ts'
import { keptAll, startRealShop } from '#tests/real-shop.ts'
import { signIn } from '#tests/shop-customer.ts'
import { endShop, readyShop } from '#tests/shop-program.ts'

/** The way on which a shop reaches its database. */
type Road = { url: string; stop(): Promise<void> }

/** No way between: the database's own address. */
export async function straightRoad(databaseUrl: string): Promise<Road> {
  return { url: databaseUrl, stop: async () => {} }
}

/**
 * A real shop on a database of its own, at the end of a road, with all public pages kept and a customer signed in. All
 * of it ends with the test file.
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
