/** Processes of a real shop on one database, with a bank, as the clients expect them. */
import { randomUUID } from 'node:crypto'
import { CHECKED_SETTINGS } from '#lab/checker/clients.ts'
import { cardSettings, startRazorpayServer } from '#tests/razorpay-server.ts'
import { startProcess } from '#tests/real-shop.ts'
import { endShop, freePort, readyShop, type ShopProgram } from '#tests/shop-program.ts'

/** Starts `processes` of the shop; `root`: the sources to run instead of the built program. */
export async function startCheckedShop(
  databaseUrl: string,
  dataDir: string,
  { processes = 1, root }: { processes?: number; root?: string } = {},
) {
  const bank = await startRazorpayServer()
  const authSecret = randomUUID()
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  const origin = `http://127.0.0.1:${ports[0]}`
  const settings = {
    ...CHECKED_SETTINGS,
    ...cardSettings(bank.url),
    LOG_LEVEL: 'error',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ORIGIN: origin,
    AUTH_SECRET: authSecret,
  }
  const shops: ShopProgram[] = []
  const stop = async () => {
    await Promise.all(shops.map((shop) => endShop(shop, 'SIGKILL')))
    await bank.stop()
  }
  try {
    for (const port of ports) {
      const shop = startProcess({ ...settings, PORT: `${port}` }, root)
      shops.push(shop)
      await readyShop(shop)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { urls: ports.map((port) => `http://127.0.0.1:${port}`), origin, authSecret, bank, shops, stop }
}
