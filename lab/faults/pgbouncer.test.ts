/** A real shop whose queries go through PgBouncer in transaction mode. Runs where PgBouncer is installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { expectOrderEvents } from '#lab/faults/order-events.ts'
import { testDatabase } from '#tests/database.ts'
import { isRoot, makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { seedRealShop, signInStaff, startProcess } from '#tests/real-shop.ts'
import { placeOrder, signIn } from '#tests/shop-customer.ts'
import { endShop, freePort, readyShop } from '#tests/shop-program.ts'

const HAS_PGBOUNCER = spawnSync('pgbouncer', ['--version']).status === 0
/** The user `nobody`, because PgBouncer refuses to run as root. */
const NOBODY = 65_534

let bouncer: ChildProcess | undefined
afterAll(async () => {
  if (bouncer) {
    const ended = once(bouncer, 'close')
    bouncer.kill('SIGTERM')
    await ended
  }
  removeFolders()
})

/** Starts PgBouncer in front of `url`, with fewer server connections than the shop opens; returns its URL. */
async function startPgBouncer(url: string): Promise<string> {
  const server = new URL(url)
  const room = makeOpenFolder()
  const port = await freePort()
  const host = server.searchParams.get('host') ?? server.hostname
  const user = server.searchParams.get('user') ?? server.username
  const at = `host=${host} port=${server.searchParams.get('port') ?? server.port} user=${user}`
  const password = server.password && ` password=${decodeURIComponent(server.password)}`
  const file = join(room, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]\n* = ${at}${password}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\n` +
      `auth_type = any\npool_mode = transaction\ndefault_pool_size = 4\nmax_client_conn = 200\n`,
  )
  if (isRoot) chownSync(room, NOBODY, NOBODY)
  const owner = isRoot ? ownerOfSocket(url) : {}
  bouncer = spawn('pgbouncer', [file], { stdio: 'ignore', ...owner })
  const pooledUrl = `postgres://shop@127.0.0.1:${port}${server.pathname}`
  for (let tries = 0; !(await canConnect(pooledUrl)); tries++) {
    if (tries > 100) throw new Error('PgBouncer does not accept connections')
    await pause(50)
  }
  return pooledUrl
}

/** Only the user of the embedded server may open its socket. */
function ownerOfSocket(url: string): { uid: number; gid: number } {
  const host = new URL(url).searchParams.get('host')
  return host?.startsWith('/') ? statSync(host) : { uid: NOBODY, gid: NOBODY }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

describe.skipIf(!HAS_PGBOUNCER)('behind PgBouncer in transaction mode', () => {
  it('the shop signs in, takes concurrent orders, sends order events, runs jobs and shows a new price', async () => {
    const { url, db, pool } = await testDatabase()
    await seedRealShop(url)
    const PORT = `${await freePort()}`
    const shop = startProcess({
      DATABASE_URL: await startPgBouncer(url),
      DATABASE_SESSION_URL: url,
      DATA_DIR: makeOpenFolder(),
      PORT,
      ORIGIN: `http://127.0.0.1:${PORT}`,
      AUTH_SECRET: randomUUID(),
    })
    const origin = await readyShop(shop)
    const customer = await signIn(origin)
    const orders = await Promise.all(
      Array.from({ length: 12 }, () => placeOrder(origin, customer, randomUUID())),
    )
    expect(orders.map(({ status }) => status)).toEqual(Array(12).fill(201))
    const rows = await db.selectFrom('orders').select('id').execute()
    expect(rows).toHaveLength(12)
    const admin = await signInStaff(origin, url)
    const places = { origin, watchedAt: [origin], changedAt: origin }
    await expectOrderEvents({ ...places, orderId: rows[0]?.id ?? '', customer, admin })
    const product = `${origin}/api/products/${seedId(2)}`
    const original = await (await fetch(product)).json()
    await pool.query('update products set price = price + 700, mrp = null where id = $1', [seedId(2)])
    let price = original.price
    for (let tries = 0; tries < 50 && price === original.price; tries++) {
      price = (await (await fetch(product)).json()).price
      await pause(20)
    }
    expect(price).toBe(original.price + 7)
    // The job of the confirmation email runs; it fails only because there is no mail server.
    let startedJobs = 0
    for (let tries = 0; tries < 100 && startedJobs === 0; tries++) {
      const { rows } = await pool.query(
        `select count(*)::int as n from pgboss.job where name = 'order-confirmation' and (retry_count > 0 or state in ('active', 'retry'))`,
      )
      startedJobs = rows[0].n
      await pause(100)
    }
    expect(startedJobs).toBeGreaterThan(0)
    expect(await endShop(shop, 'SIGTERM')).toBe(0)
  })
})
