import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restartableDatabase } from '#tests/own-database.ts'
import { seedRealShop, startProcess } from '#tests/real-shop.ts'
import { endShop, freePort, readyShop, type ShopProgram } from '#tests/shop-program.ts'
import { startMailSink } from './mail-sink.ts'

/** A real shop in its own process and database; `close` stops both and removes their files. */
export type BenchShop = {
  url: string
  databaseUrl: string
  /** Signs session cookies. */
  secret: string
  program: ShopProgram
  close(): Promise<void>
}

/** The settings of bin/prepare.mjs. */
const NODE_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=512',
}

/** `env` extends the shop's settings; the shop loads `preload` first. Clients set their address in X-Forwarded-For. */
export async function openBenchShop({
  env = {},
  preload,
}: {
  env?: Record<string, string>
  preload?: string
} = {}): Promise<BenchShop> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-shop-'))
  // The database's user must be able to enter when root runs this.
  chmodSync(folder, 0o755)
  const database = restartableDatabase(folder)
  const mail = await startMailSink()
  await database.start()
  await seedRealShop(database.url)
  const [port, secret] = [`${await freePort()}`, randomUUID()]
  const program = startProcess({
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    PORT: port,
    ORIGIN: `http://127.0.0.1:${port}`,
    AUTH_SECRET: secret,
    ...{ SMTP_URL: mail.url, TRUST_PROXY: 'on', WARM_PAGES: 'on', ...NODE_SETTINGS, ...env },
    ...(preload && { NODE_OPTIONS: `${NODE_SETTINGS.NODE_OPTIONS} --import ${preload}` }),
  })
  const close = async () => {
    await endShop(program, 'SIGTERM')
    await database.stop()
    mail.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    return { url: await readyShop(program), databaseUrl: database.url, secret, program, close }
  } catch (error) {
    await close()
    throw error
  }
}
