/** Faults of a cluster while eight clients order. */
import { randomUUID } from 'node:crypto'
import { appendFileSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedId } from '#db/seed/catalogue/seed-product.ts'
import { isRoot } from '#infra/embedded-postgres/database-user.ts'
import { type Cluster, startCluster } from '#lab/cluster/cluster.ts'
import type { Machine } from '#lab/cluster/machine.ts'
import { requirePackages, versions } from '#lab/cluster/packages.ts'
import { type Losses, orderBook } from '#lab/drills/order-book.ts'
import { writeDrill } from '#lab/drills/report.ts'
import { DRILL_SETTINGS } from '#lab/drills/settings.ts'
import { query } from '#tests/faults/embedded-queries.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { seedRealShop, signInStaff } from '#tests/real-shop.ts'
import { placeOrder, signIn } from '#tests/shop-customer.ts'

const CLIENTS = 8
const KILLS = Number(process.env.KILLS ?? 10)
const MAX_SECONDS_WITHOUT_WRITES = 30
const DISK_MEGABYTES = 1_200
const say = (line: string) => process.stdout.write(`  ${line}\n`)

requirePackages()

let cluster: Cluster
let book: Awaited<ReturnType<typeof orderBook>>
let mails: Awaited<ReturnType<typeof startMailServer>>
let admin: string

describe('three machines', () => {
  beforeAll(async () => {
    let stop = async () => {}
    cluster = await startCluster({
      say,
      prepare: seedRealShop,
      ...(isRoot() && { diskMegabytes: DISK_MEGABYTES }),
      settings: async (front) => {
        mails = await startMailServer(front)
        return { ...DRILL_SETTINGS, SMTP_URL: mails.url }
      },
      onStop: (stopAll) => {
        stop = stopAll
      },
    }).catch(async (error) => {
      await stop()
      throw error
    })
    book = await orderBook(cluster, CLIENTS)
    await cluster.backUp()
    admin = await signInStaff(cluster.url, cluster.databaseUrl())
  })
  afterAll(async () => {
    await cluster?.stop()
    await mails?.close()
  })
  beforeEach(() => cluster.waitUntilComplete())

  /** Writes the drill's row, and expects no lost or duplicated order. */
  function recordDrill(fault: string, losses: Losses, seen: string): void {
    writeDrill({ fault, seen, ...losses }, versions())
    const { orders, secondsWithoutWrites, unknown, unsettled, lost, duplicated } = losses
    say(
      `${fault}: ${orders} orders, ${secondsWithoutWrites.toFixed(1)} s without writes; unknown ${unknown}, of these unsettled ${unsettled}; lost ${lost}, duplicated ${duplicated}. ${seen}`,
    )
    expect({ unsettled, lost, duplicated }).toEqual({ unsettled: 0, lost: 0, duplicated: 0 })
  }

  const get = (path: string, at = cluster.url) => fetch(at + path, { signal: AbortSignal.timeout(20_000) })

  it(`survive ${KILLS} kills of the primary`, async () => {
    for (let times = 1; times <= KILLS; times += 1) {
      const load = book.start()
      await load.waitForOrders(20)
      const primary = await cluster.primary()
      // Kill the whole machine and PostgreSQL alone in turn.
      const isMachine = times % 2 === 1
      if (isMachine) await primary.kill()
      else primary.killPostgres()
      await load.waitForOrders(30)
      const next = await cluster.primary()
      primary.start()
      const losses = await load.stop()
      recordDrill(
        `Kill ${times} of ${KILLS}: ${isMachine ? 'the primary’s machine' : 'its PostgreSQL'}`,
        losses,
        `${primary.name} → ${next.name}`,
      )
      expect(losses.secondsWithoutWrites).toBeLessThanOrEqual(MAX_SECONDS_WITHOUT_WRITES)
      await cluster.waitUntilComplete()
    }
  })

  it('survive the kill of a process of the primary’s PostgreSQL, as when memory runs out', async () => {
    const load = book.start()
    await load.waitForOrders(20)
    const primary = await cluster.primary()
    const backends = await query<{ pid: number }>(
      cluster.adminUrl(primary),
      "select pid from pg_stat_activity where usename = 'shop' and backend_type = 'client backend'",
    )
    process.kill(backends[0]?.pid ?? 0, 'SIGKILL')
    await load.waitForOrders(30)
    const next = await cluster.primary()
    const losses = await load.stop()
    recordDrill('One process of its PostgreSQL killed', losses, `${primary.name} → ${next.name}`)
    // A restart in place would show commits that no standby has.
    expect(next.name).not.toBe(primary.name)
    expect(losses.secondsWithoutWrites).toBeLessThanOrEqual(MAX_SECONDS_WITHOUT_WRITES)
    await cluster.waitUntilComplete()
  })

  it('keep sessions, caches, jobs and event streams over a planned switchover', async () => {
    const { url, machines } = cluster
    const customer = await signIn(url)
    const placed = await placeOrder(url, customer, randomUUID())
    expect(placed.status).toBe(201)
    const { id } = await placed.json()
    const streams = await Promise.all(
      machines.map(({ address }) =>
        fetch(`http://${address}:3000/api/orders/${id}/events`, { headers: { cookie: customer } }),
      ),
    )
    const load = book.start()
    await load.waitForOrders(20)
    const [from, [to]] = [await cluster.primary(), await cluster.standbys()]
    await cluster.switchover(from, to as Machine)
    await load.waitForOrders(30)
    const losses = await load.stop()
    await cluster.waitUntilComplete()
    expect(losses.secondsWithoutWrites).toBeLessThanOrEqual(MAX_SECONDS_WITHOUT_WRITES)
    await expectEvents(streams, { id, customer })
    await expectNewPrice()
    // Every confirmation is sent, even if the job's notification was lost.
    await cluster.waitUntil('the emails about all orders are sent', async () => (await countDueJobs()) === 0)
    expect(mails.deliveriesOf(/./).length).toBeGreaterThan(0)
    recordDrill(
      'Planned switchover',
      losses,
      `${from.name} → ${to?.name}; sessions, dropped pages, jobs and open order pages went on`,
    )
  })

  /** Expects event streams and sessions from before the fault to work after it. */
  async function expectEvents(streams: Response[], { id, customer }: { id: string; customer: string }) {
    for (const { address } of cluster.machines) {
      const own = await fetch(`http://${address}:3000/api/orders/${id}`, { headers: { cookie: customer } })
      expect(own.status).toBe(200)
    }
    const changed = await fetch(`${cluster.url}/api/orders/${id}`, {
      method: 'PUT',
      headers: { cookie: admin, origin: cluster.url, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'processing' }),
    })
    expect(changed.status).toBe(200)
    const hasEvent = await Promise.all(streams.map(readUntilProcessing))
    expect(hasEvent).toEqual(streams.map(() => true))
  }

  /** Changes a price, and expects every process to show it, even from its cache. */
  async function expectNewPrice() {
    const path = `/api/products/${seedId(2)}`
    const product = await (await get(path)).json()
    const price = product.price - 1
    await query(
      await cluster.primaryUrl(),
      `update products set price = ${price * 100}, mrp = null where id = '${seedId(2)}'`,
    )
    for (const { address } of cluster.machines)
      await cluster.waitUntil('every process shows the new price', async () => {
        const answer = await (await get(path, `http://${address}:3000`)).json()
        return answer.price === price
      })
  }

  async function countDueJobs(): Promise<number> {
    const [row] = await query<{ count: number }>(
      await cluster.primaryUrl(),
      `select count(*)::int as count from pgboss.job
        where state in ('created', 'retry', 'active') and start_after <= now() and name = 'order-confirmation'`,
    )
    return row?.count ?? 0
  }

  it('keep counting wrong passwords over a switchover', async () => {
    const guess = async () => {
      const answer = await fetch(`${cluster.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: cluster.url },
        body: JSON.stringify({ email: 'coordinator@demo.test', password: 'not this one' }),
      })
      return answer.status
    }
    const guesses = async (max: number) => {
      let count = 0
      while (count < max && (await guess()) !== 429) count += 1
      return count
    }
    expect(await guesses(3)).toBe(3)
    const [from, [to]] = [await cluster.primary(), await cluster.standbys()]
    await cluster.switchover(from, to as Machine)
    await cluster.waitUntilComplete()
    const countAfter = await guesses(100)
    expect(countAfter).toBeLessThan(10)
    const seen = `3 wrong passwords before and ${countAfter} after it, then 429`
    writeDrill({ fault: 'A limit on guesses, over a switchover', seen }, versions())
  })

  it('elect another primary when the primary is cut off; the old primary takes no writes', async ({
    skip,
  }) => {
    skip(!cluster.network.isSeparate, 'Only root can cut a machine off.')
    const load = book.start()
    await load.waitForOrders(20)
    const primary = await cluster.primary()
    cluster.network.setCable(primary.number, false)
    try {
      await load.waitForOrders(30)
      const next = await cluster.primary()
      // This runs on the machine itself.
      const insert = `set statement_timeout = '3s'; create table taken_alone (number int)`
      const exitCode = await primary.command([
        'psql',
        '-h',
        `${primary.dir}/run`,
        '-U',
        'postgres',
        'shop',
        '-v',
        'ON_ERROR_STOP=1',
        '-c',
        insert,
      ]).ended
      expect(exitCode).not.toBe(0)
      cluster.network.setCable(primary.number, true)
      recordDrill(
        'The primary cut off from the others (network)',
        await load.stop(),
        `${primary.name} stepped down and took no writes; ${next.name} took over`,
      )
    } finally {
      cluster.network.setCable(primary.number, true)
    }
    await cluster.waitUntilComplete()
  })

  it('survive the kill of a proxy, and then of nginx', async () => {
    const load = book.start()
    await load.waitForOrders(20)
    const [machine] = cluster.machines as [Machine]
    await machine.kill('haproxy')
    await load.waitForOrders(60)
    machine.start('haproxy')
    await cluster.waitUntilComplete()
    recordDrill(
      'HAProxy of one machine killed',
      await load.stop(),
      'its shop answers 503, the two others go on',
    )
    const second = book.start()
    await second.waitForOrders(10)
    await cluster.nginx.kill()
    await get('/healthz').catch(() => {})
    cluster.nginx.start()
    await second.waitForOrders(20)
    recordDrill('nginx killed and started', await second.stop(), 'connections were refused for that time')
  })

  it('serve pages but take no orders while etcd has no majority', async () => {
    const load = book.start()
    await load.waitForOrders(20)
    const primary = await cluster.primary()
    const others = cluster.machines.filter((machine) => machine !== primary)
    for (const machine of others) await machine.kill('etcd')
    await cluster.waitUntil('the primary steps down', () =>
      cluster.primary().then(
        () => false,
        () => true,
      ),
    )
    const refused = await placeOrder(cluster.url, book.cookies[0] ?? '', randomUUID())
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('unavailable')])
    for (const path of ['/', '/products', `/api/products/${seedId(2)}?all=0`])
      expect([path, (await get(path)).status]).toEqual([path, 200])
    for (const machine of others) machine.start('etcd')
    await load.waitForOrders(20)
    recordDrill(
      'etcd without a majority',
      await load.stop(),
      'orders got 503, pages and catalogue were read; writes returned with etcd',
    )
    await cluster.waitUntilComplete()
  })

  it('recover from a full disk of the primary', async ({ skip }) => {
    skip(!isRoot(), 'Only root can mount a small disk.')
    const load = book.start()
    await load.waitForOrders(20)
    const primary = await cluster.primary()
    const filler = join(primary.dir, 'filler')
    fill(filler, primary.dir)
    const startedAt = performance.now()
    await load.waitForOrders(5)
    while (performance.now() - startedAt < 10_000) await load.waitForOrders(1)
    const next = await cluster.primary()
    const seen =
      next === primary
        ? 'rows got 503 for that time, then the same machine went on'
        : `rows got 503 until the log needed a file, then ${primary.name} → ${next.name}`
    rmSync(filler)
    await load.waitForOrders(20)
    await cluster.waitUntilComplete()
    recordDrill('The disk of the primary full', await load.stop(), `${seen}; recovered with room`)
    await cluster.waitUntilComplete()
  })

  it('read nothing from a replica that is an hour behind', async () => {
    const laggingReplica = (await cluster.standbys()).at(-1) as Machine
    const file = join(laggingReplica.dir, 'patroni.yml')
    const original = readFileSync(file, 'utf8')
    writeFileSync(file, `${original}    recovery_min_apply_delay: 1h\n`)
    laggingReplica.signal('patroni', 'SIGHUP')
    await cluster.waitUntil('the delay is set', async () => {
      const [row] = await query<{ delay: string }>(
        cluster.adminUrl(laggingReplica),
        `select current_setting('recovery_min_apply_delay') as delay`,
      )
      return row?.delay === '1h'
    })
    const load = book.start()
    await cluster.waitUntil(
      'the proxy stops using it',
      async () => (await get('/replica?lag=256kB', `http://${laggingReplica.address}:8008`)).status === 503,
    )
    await expectNewPrice()
    recordDrill(
      'A replica an hour behind',
      await load.stop(),
      `${laggingReplica.name} gets no reads; a changed price is shown at once everywhere`,
    )
    writeFileSync(file, original)
    laggingReplica.signal('patroni', 'SIGHUP')
    await cluster.waitUntil(
      'it has caught up',
      async () => (await get('/replica?lag=256kB', `http://${laggingReplica.address}:8008`)).status === 200,
    )
  })

  it('survive a power failure of all machines', async () => {
    const load = book.start()
    await load.waitForOrders(40)
    await Promise.all([...cluster.machines.map((machine) => machine.kill()), cluster.nginx.kill()])
    for (const machine of cluster.machines) machine.start()
    cluster.nginx.start()
    await cluster.waitUntilComplete()
    await load.waitForOrders(20)
    recordDrill(
      'All machines killed at once and started',
      await load.stop(),
      'from the kill to the first order, with the start of everything',
    )
  })

  it('restore deleted orders from the archive', async () => {
    const load = book.start()
    await load.waitForOrders(20)
    const { orders } = await load.stop()
    const url = await cluster.primaryUrl()
    const [beforeDeletion] = await query<{ at: string; orders: number }>(
      url,
      `select now()::text as at, (select count(*)::int from orders) as orders`,
    )
    await query(url, `select pg_sleep(1)`)
    await query(url, 'truncate orders cascade')
    const [lastFile] = await query<{ name: string }>(
      url,
      'select pg_walfile_name(pg_current_wal_lsn()) as name',
    )
    await query(url, 'select pg_switch_wal()')
    await cluster.waitUntil('the log is archived', async () => {
      const [row] = await query<{ done: string }>(
        url,
        'select last_archived_wal as done from pg_stat_archiver',
      )
      return (row?.done ?? '') >= (lastFile?.name ?? '')
    })
    const restored = await restoreTo(beforeDeletion?.at ?? '')
    expect(restored).toEqual({ orders: beforeDeletion?.orders, stock: 0, audit: 0 })
    const drill = {
      fault: 'All orders deleted: restore to the second before',
      seen: `${beforeDeletion?.orders} orders, ${orders} of the last seconds; check-stock and verify-audit pass`,
    }
    writeDrill(drill, versions())
  })

  /** Restores a backup to a point in time beside the cluster, and runs the shop's checks on it. */
  async function restoreTo(moment: string) {
    const [machine] = cluster.machines as [Machine]
    const data = join(machine.dir, 'restored')
    await cluster.backrest(
      machine,
      `--pg1-path=${data}`,
      '--type=time',
      `--target=${moment}`,
      '--target-action=promote',
      'restore',
    )
    const options = [
      '-c',
      'port=5433',
      '-c',
      'archive_mode=off',
      '-c',
      'synchronous_standby_names=',
      '-c',
      `unix_socket_directories=${machine.dir}/run`,
      '-c',
      `listen_addresses=${machine.address}`,
      '-c',
      `hba_file=${machine.data}/pg_hba.conf`,
    ]
    const server = machine.command(['postgres', '-D', data, ...options])
    const url = cluster.directUrl(machine).replace(':5432/', ':5433/')
    try {
      await cluster.waitUntil('the restored database is open', async () => {
        const [row] = await query<{ open: boolean }>(url, 'select not pg_is_in_recovery() as open')
        return row?.open === true
      })
      const [row] = await query<{ orders: number }>(url, 'select count(*)::int as orders from orders')
      const check = (name: string) =>
        machine.command([process.execPath, join(process.cwd(), 'bin', 'commands', `${name}.ts`)], {
          ...DRILL_SETTINGS,
          DATABASE_URL: url,
          PLAIN_HOSTS: machine.address,
          AUTH_SECRET: 'x'.repeat(32),
          ORIGIN: cluster.url,
        }).ended
      return { orders: row?.orders, stock: await check('check-stock'), audit: await check('verify-audit') }
    } finally {
      await server.end('SIGINT')
    }
  }
})

function fill(file: string, disk: string): void {
  const { bavail, bsize } = statfsSync(disk)
  const chunk = Buffer.alloc(1 << 20)
  writeFileSync(file, '')
  try {
    for (let remaining = bavail * bsize; remaining > 0; remaining -= chunk.length)
      appendFileSync(file, chunk.subarray(0, Math.min(remaining, chunk.length)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Reads a stream until an event has status processing; returns false if the stream ends first. */
async function readUntilProcessing({ body }: Response): Promise<boolean> {
  let text = ''
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString()
    if (text.includes('"status":"processing"')) return true
  }
  return false
}
