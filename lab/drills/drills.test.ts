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
const MAX_SECONDS_WITHOUT = 30
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
  beforeEach(() => cluster.whole())

  /** Writes the drill's row, and expects no lost or doubled order. */
  function note(fault: string, losses: Losses, seen: string): void {
    writeDrill({ fault, seen, ...losses }, versions())
    const { orders, without, unknown, unsettled, lost, doubled } = losses
    say(
      `${fault}: ${orders} orders, ${without.toFixed(1)} s without; unknown ${unknown}, of these unsettled ${unsettled}; lost ${lost}, doubled ${doubled}. ${seen}`,
    )
    expect({ unsettled, lost, doubled }).toEqual({ unsettled: 0, lost: 0, doubled: 0 })
  }

  const get = (path: string, at = cluster.url) => fetch(at + path, { signal: AbortSignal.timeout(20_000) })

  it(`the primary is killed ${KILLS} times`, async () => {
    for (let times = 1; times <= KILLS; times += 1) {
      const load = book.start()
      await load.more(20)
      const primary = await cluster.primary()
      // In turn the whole machine, and PostgreSQL alone.
      const isMachine = times % 2 === 1
      if (isMachine) await primary.kill()
      else primary.killPostgres()
      await load.more(30)
      const next = await cluster.primary()
      primary.start()
      const losses = await load.stop()
      note(
        `Kill ${times} of ${KILLS}: ${isMachine ? 'the primary’s machine' : 'its PostgreSQL'}`,
        losses,
        `${primary.name} → ${next.name}`,
      )
      expect(losses.without).toBeLessThanOrEqual(MAX_SECONDS_WITHOUT)
      await cluster.whole()
    }
  })

  it('one process of the primary’s PostgreSQL is killed, as when memory runs out', async () => {
    const load = book.start()
    await load.more(20)
    const primary = await cluster.primary()
    const backends = await query<{ pid: number }>(
      cluster.adminUrl(primary),
      "select pid from pg_stat_activity where usename = 'shop' and backend_type = 'client backend'",
    )
    process.kill(backends[0]?.pid ?? 0, 'SIGKILL')
    await load.more(30)
    const next = await cluster.primary()
    const losses = await load.stop()
    note('One process of its PostgreSQL killed', losses, `${primary.name} → ${next.name}`)
    // A restart in place would show commits without a standby.
    expect(next.name).not.toBe(primary.name)
    expect(losses.without).toBeLessThanOrEqual(MAX_SECONDS_WITHOUT)
    await cluster.whole()
  })

  it('the primary is switched over as planned, and everything follows', async () => {
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
    await load.more(20)
    const [from, [to]] = [await cluster.primary(), await cluster.standbys()]
    await cluster.switchover(from, to as Machine)
    await load.more(30)
    const losses = await load.stop()
    await cluster.whole()
    expect(losses.without).toBeLessThanOrEqual(MAX_SECONDS_WITHOUT)
    await expectNews(streams, { id, customer })
    await expectDropped()
    // Every confirmation is sent, also if the job's notification was lost.
    await cluster.until('the emails about all orders are sent', async () => (await jobsLeft()) === 0)
    expect(mails.deliveriesOf(/./).length).toBeGreaterThan(0)
    note(
      'Planned switchover',
      losses,
      `${from.name} → ${to?.name}; sessions, dropped pages, jobs and open order pages went on`,
    )
  })

  /** Event streams and sessions from before the fault work after it. */
  async function expectNews(streams: Response[], { id, customer }: { id: string; customer: string }) {
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
    const heard = await Promise.all(streams.map(readUntilProcessing))
    expect(heard).toEqual(streams.map(() => true))
  }

  /** Every process shows a changed price, also on cached pages. */
  async function expectDropped() {
    const path = `/api/products/${seedId(2)}`
    const product = await (await get(path)).json()
    const price = product.price - 1
    await query(
      await cluster.primaryUrl(),
      `update products set price = ${price * 100}, mrp = null where id = '${seedId(2)}'`,
    )
    for (const { address } of cluster.machines)
      await cluster.until('every process shows the new price', async () => {
        const answer = await (await get(path, `http://${address}:3000`)).json()
        return answer.price === price
      })
  }

  async function jobsLeft(): Promise<number> {
    const [row] = await query<{ count: number }>(
      await cluster.primaryUrl(),
      `select count(*)::int as count from pgboss.job
        where state in ('created', 'retry', 'active') and start_after <= now() and name = 'order-confirmation'`,
    )
    return row?.count ?? 0
  }

  it('a limit on guesses counts on over a switchover', async () => {
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
    await cluster.whole()
    const after = await guesses(100)
    expect(after).toBeLessThan(10)
    const seen = `3 wrong passwords before and ${after} after it, then 429`
    writeDrill({ fault: 'A limit on guesses, over a switchover', seen }, versions())
  })

  it('the primary is cut off from the others', async ({ skip }) => {
    skip(!cluster.network.isSeparate, 'Only root can cut a machine off.')
    const load = book.start()
    await load.more(20)
    const primary = await cluster.primary()
    cluster.network.setCable(primary.number, false)
    try {
      await load.more(30)
      const next = await cluster.primary()
      // Asked on the machine itself.
      const insert = `set statement_timeout = '3s'; create table taken_alone (number int)`
      const alone = await primary.command([
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
      expect(alone).not.toBe(0)
      cluster.network.setCable(primary.number, true)
      note(
        'The primary cut off from the others (network)',
        await load.stop(),
        `${primary.name} stepped down and took no writes; ${next.name} took over`,
      )
    } finally {
      cluster.network.setCable(primary.number, true)
    }
    await cluster.whole()
  })

  it('a proxy is lost, and then nginx', async () => {
    const load = book.start()
    await load.more(20)
    const [machine] = cluster.machines as [Machine]
    await machine.kill('haproxy')
    await load.more(60)
    machine.start('haproxy')
    await cluster.whole()
    note('HAProxy of one machine killed', await load.stop(), 'its shop answers 503, the two others go on')
    const second = book.start()
    await second.more(10)
    await cluster.nginx.kill()
    await get('/healthz').catch(() => {})
    cluster.nginx.start()
    await second.more(20)
    note('nginx killed and started', await second.stop(), 'connections were refused for that time')
  })

  it('etcd loses its majority', async () => {
    const load = book.start()
    await load.more(20)
    const primary = await cluster.primary()
    const others = cluster.machines.filter((machine) => machine !== primary)
    for (const machine of others) await machine.kill('etcd')
    await cluster.until('the primary steps down', () =>
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
    await load.more(20)
    note(
      'etcd without a majority',
      await load.stop(),
      'orders got 503, pages and catalogue were read; writes returned with etcd',
    )
    await cluster.whole()
  })

  it('the disk of the primary is full', async ({ skip }) => {
    skip(!isRoot(), 'Only root can mount a small disk.')
    const load = book.start()
    await load.more(20)
    const primary = await cluster.primary()
    const filler = join(primary.dir, 'filler')
    fill(filler, primary.dir)
    const began = performance.now()
    await load.more(5)
    while (performance.now() - began < 10_000) await load.more(1)
    const next = await cluster.primary()
    const seen =
      next === primary
        ? 'rows got 503 for that time, then the same machine went on'
        : `rows got 503 until the log needed a file, then ${primary.name} → ${next.name}`
    rmSync(filler)
    await load.more(20)
    await cluster.whole()
    note('The disk of the primary full', await load.stop(), `${seen}; recovered with room`)
    await cluster.whole()
  })

  it('a replica is an hour behind', async () => {
    const late = (await cluster.standbys()).at(-1) as Machine
    const file = join(late.dir, 'patroni.yml')
    const usual = readFileSync(file, 'utf8')
    writeFileSync(file, `${usual}    recovery_min_apply_delay: 1h\n`)
    late.signal('patroni', 'SIGHUP')
    await cluster.until('the delay is set', async () => {
      const [row] = await query<{ delay: string }>(
        cluster.adminUrl(late),
        `select current_setting('recovery_min_apply_delay') as delay`,
      )
      return row?.delay === '1h'
    })
    const load = book.start()
    await cluster.until(
      'its proxy leaves it',
      async () => (await get('/replica?lag=256kB', `http://${late.address}:8008`)).status === 503,
    )
    await expectDropped()
    note(
      'A replica an hour behind',
      await load.stop(),
      `${late.name} gets no reads; a changed price is shown at once everywhere`,
    )
    writeFileSync(file, usual)
    late.signal('patroni', 'SIGHUP')
    await cluster.until(
      'it has caught up',
      async () => (await get('/replica?lag=256kB', `http://${late.address}:8008`)).status === 200,
    )
  })

  it('everything loses power', async () => {
    const load = book.start()
    await load.more(40)
    await Promise.all([...cluster.machines.map((machine) => machine.kill()), cluster.nginx.kill()])
    for (const machine of cluster.machines) machine.start()
    cluster.nginx.start()
    await cluster.whole()
    await load.more(20)
    note(
      'All machines killed at once and started',
      await load.stop(),
      'from the kill to the first order, with the start of everything',
    )
  })

  it('a bad deletion is undone from the archive', async () => {
    const load = book.start()
    await load.more(20)
    const { orders } = await load.stop()
    const url = await cluster.primaryUrl()
    const [good] = await query<{ at: string; orders: number }>(
      url,
      `select now()::text as at, (select count(*)::int from orders) as orders`,
    )
    await query(url, `select pg_sleep(1)`)
    await query(url, 'truncate orders cascade')
    const [last] = await query<{ name: string }>(url, 'select pg_walfile_name(pg_current_wal_lsn()) as name')
    await query(url, 'select pg_switch_wal()')
    await cluster.until('the log is archived', async () => {
      const [row] = await query<{ done: string }>(
        url,
        'select last_archived_wal as done from pg_stat_archiver',
      )
      return (row?.done ?? '') >= (last?.name ?? '')
    })
    const found = await restoredTo(good?.at ?? '')
    expect(found).toEqual({ orders: good?.orders, stock: 0, audit: 0 })
    const drill = {
      fault: 'All orders deleted: restore to the second before',
      seen: `${good?.orders} orders, ${orders} of the last seconds; check-stock and verify-audit pass`,
    }
    writeDrill(drill, versions())
  })

  /** Restores a backup to a point in time beside the cluster, and runs the shop's checks on it. */
  async function restoredTo(moment: string) {
    const [at] = cluster.machines as [Machine]
    const data = join(at.dir, 'restored')
    await cluster.backrest(
      at,
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
      `unix_socket_directories=${at.dir}/run`,
      '-c',
      `listen_addresses=${at.address}`,
      '-c',
      `hba_file=${at.data}/pg_hba.conf`,
    ]
    const server = at.command(['postgres', '-D', data, ...options])
    const url = cluster.directUrl(at).replace(':5432/', ':5433/')
    try {
      await cluster.until('the restored database is open', async () => {
        const [row] = await query<{ open: boolean }>(url, 'select not pg_is_in_recovery() as open')
        return row?.open === true
      })
      const [row] = await query<{ orders: number }>(url, 'select count(*)::int as orders from orders')
      const check = (name: string) =>
        at.command([process.execPath, join(process.cwd(), 'bin', 'commands', `${name}.ts`)], {
          ...DRILL_SETTINGS,
          DATABASE_URL: url,
          PLAIN_HOSTS: at.address,
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
  const piece = Buffer.alloc(1 << 20)
  writeFileSync(file, '')
  try {
    for (let left = bavail * bsize; left > 0; left -= piece.length)
      appendFileSync(file, piece.subarray(0, Math.min(left, piece.length)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Returns false if the stream ends first. */
async function readUntilProcessing({ body }: Response): Promise<boolean> {
  let heard = ''
  for await (const piece of body ?? []) {
    heard += Buffer.from(piece).toString()
    if (heard.includes('"status":"processing"')) return true
  }
  return false
}
