import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import S3rver from 's3rver'
import { makeUser } from '#db/factories/user.ts'
import { s3Files } from '#infra/files/file-store.ts'
import { paymentGateways } from '#infra/payments/gateways.ts'
import { razorpayGateway } from '#infra/payments/razorpay/razorpay-gateway.ts'
import { httpGate, mailGate } from '#lab/crash-points/call-gates.ts'
import { changes, normalized } from '#lab/crash-points/changes.ts'
import { type Act, NoAnswer, type Operation, operations } from '#lab/crash-points/operations.ts'
import { statementGate } from '#lab/crash-points/statement-gate.ts'
import { type Side, type Step, stepWatch } from '#lab/crash-points/watch.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { SECRET, type testDatabase } from '#tests/database.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { RAZORPAY_KEYS, startRazorpayServer, cardSettings } from '#tests/razorpay-server.ts'
import { seedRealShop, startProcess } from '#tests/real-shop.ts'
import { endShop, freePort } from '#tests/shop-program.ts'

export type Point = { step: Step; side: Side }

/** An operation, and the point at which the program is killed. */
export type Try = { act: Act; point: Point }

/**
 * `missed`: points whose step did not happen. `wrong`: additional (+) and missing (-) lines compared with undisturbed
 * runs.
 */
export type Outcome = { missed: Point[]; wrong: string[] }

const FROZEN_WITHIN_MS = 15_000
const QUIET_WITHIN_MS = 60_000

/**
 * Starts a shop with its own database, mail server, payment provider and bucket, to kill it at given steps. The
 * process that takes over is the next to be killed, so that each crash costs one start. `root`: see `startShop`.
 */
export async function crashLane(ground: Awaited<ReturnType<typeof testDatabase>>, root?: string) {
  const { db, pool, url: databaseUrl } = ground
  await seedRealShop(databaseUrl)
  const [post, razorpay] = [await startMailServer(), await startRazorpayServer()]
  const bucketDir = mkdtempSync(join(tmpdir(), 'crash-bucket-'))
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: bucketDir,
    configureBuckets: [{ name: 'shop' }],
  })
  const { port: s3Port } = await s3.run()
  const bucket = (endpoint: string) => ({
    FILES_S3_BUCKET: 'shop',
    FILES_S3_REGION: 'ap-south-1',
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_ACCESS_KEY_ID: 'S3RVER',
    FILES_S3_SECRET_ACCESS_KEY: 'S3RVER',
  })
  const s3Url = `http://127.0.0.1:${s3Port}`
  const files = s3Files({
    bucket: 'shop',
    region: 'ap-south-1',
    endpoint: s3Url,
    key: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  })
  const credentials = { ...RAZORPAY_KEYS, url: razorpay.url }
  const gateway = razorpayGateway({ credentials, baseUrl: razorpay.url })
  const payments = paymentGateways({ sandbox: null, razorpay: gateway, takesCards: true, takesCash: true })
  const owner = await makeUser(db, { staffRole: 'owner', email: 'owner@example.test' })
  const ctx = (actor?: Actor) => {
    const now = new Date()
    const isOwner = actor?.kind === 'person' && actor.id === owner.id
    return ground.ctx(isOwner ? { ...owner, factorAt: now } : actor, { now, payments, files })
  }
  const all = operations({ ctx, admin: owner, razorpay })

  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  const changed = changes(pool)

  const alive = new Set<() => Promise<void>>()
  type Running = Awaited<ReturnType<typeof spawn>>
  /** Starts a process that waits for its gate to open. */
  async function spawn() {
    const watch = stepWatch()
    const gates = [
      await httpGate('razorpay', razorpay.url, watch.watcher),
      await httpGate('bucket', s3Url, watch.watcher),
      await mailGate(post.url, watch.watcher),
    ] as const
    const [money, store, mail] = gates
    const gate = await statementGate(databaseUrl, watch.watcher)
    const PORT = `${await freePort()}`
    const ORIGIN = `http://127.0.0.1:${PORT}`
    const env = {
      DATABASE_URL: gate.url,
      DATA_DIR: bucketDir,
      PORT,
      ORIGIN,
      AUTH_SECRET: SECRET,
      LOG_LEVEL: 'error',
      CARD_HOLD_MINUTES: '600',
      DATABASE_POOL_SIZE: '30',
      SMTP_URL: mail.url,
      ...cardSettings(money.url),
      ...bucket(store.url),
    }
    const shop = startProcess(env, root)
    const end = async () => {
      alive.delete(end)
      await endShop(shop, 'SIGKILL')
      await Promise.all([gate.close(), ...gates.map((each) => each.close())])
    }
    alive.add(end)
    return { shop, gate, watch, url: ORIGIN, end }
  }

  /** Opens the gate of a waiting process. Replaces a process that timed out. */
  async function begin(waiting: Running): Promise<Running> {
    waiting.gate.open()
    const { url } = await waiting.shop.outcome
    if (url) return waiting
    const lines = waiting.shop.lines.join('\n')
    await waiting.end()
    if (!/timeout|terminated/i.test(lines)) throw new Error(`the shop did not start:\n${lines}`)
    return begin(await spawn())
  }

  /** Returns the jobs of the killed process to the queue, which would happen after a minute. */
  async function giveBackJobs(): Promise<void> {
    for (;;) {
      const { rowCount } = await pool.query(
        `update pgboss.job set heartbeat_on = now() - interval '10 minutes' where state = 'active'`,
      )
      if (!rowCount) break
      await pool.query('update pgboss.queue set monitor_on = null, monitor_claim_on = null')
      await boss.supervise()
    }
    await pool.query(`update pgboss.job set start_after = now() where state = 'retry'`)
  }

  /** Resolves when no job is due or active, or when it is no longer needed. */
  async function quiet(isNeeded = () => true): Promise<void> {
    for (const until = Date.now() + QUIET_WITHIN_MS; isNeeded(); await pause(25)) {
      const { rows } = await pool.query(
        `select name, state, output from pgboss.job where state in ('retry', 'active')
          or (state = 'created' and start_after <= now()) limit 5`,
      )
      if (rows.length === 0) return
      if (Date.now() > until) throw new Error(`jobs do not end: ${JSON.stringify(rows)}`)
    }
  }

  /** As `quiet`, after the jobs that would run within an hour. */
  async function later(isNeeded = () => true): Promise<void> {
    await quiet(isNeeded)
    if (!isNeeded()) return
    const due = `update pgboss.job set start_after = now() where name = 'unkept-files' and state = 'created'`
    if ((await pool.query(due)).rowCount) await quiet(isNeeded)
  }

  /** Repeats the request until there is a response. */
  async function untilAnswered(act: Act, url: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await act(url)
      } catch (error) {
        if (!(error instanceof NoAnswer) || tries === 20) throw error
        await pause(50)
      }
    }
  }

  const refunded = () => razorpay.books().flatMap((entry) => entry.refunds).length
  const letters = () => post.deliveriesOf(/(?:)/)
  const stored = () =>
    readdirSync(bucketDir, { recursive: true, encoding: 'utf8' }).filter((path) => /_object$/.test(path))

  /** Returns a function that lists the changes since this call: rows, jobs, emails by Message-ID, files. */
  async function mark() {
    // All clients share one address and would reach its rate limits.
    await pool.query('delete from request_limits')
    // Unpaid orders of earlier operations are not checked meanwhile.
    await pool.query(
      `update payment_intents set next_check_at = now() + interval '1 hour' where next_check_at is not null`,
    )
    // Otherwise the next start would add them.
    await pool.query(
      `update users set referral_code = 'C' || upper(left(md5(id::text), 12)) where referral_code is null`,
    )
    const [rows, letterCount, fileCount, refunds] = [
      await changed.begin(),
      letters().length,
      stored().length,
      refunded(),
    ]
    return async (): Promise<string[]> => {
      const mails = new Map(
        letters()
          .slice(letterCount)
          .map((letter) => [letter.messageId, `mail ${letter.to} ${letter.subject}`]),
      )
      const files = stored().length - fileCount
      const repaid = refunded() - refunds
      return [
        ...(await changed.since(rows)),
        ...[...mails.values()].map(normalized),
        `files: ${files} more`,
        `refunds at the provider: ${repaid} more`,
      ].sort()
    }
  }

  let running = await begin(await spawn())

  /** Runs the operation undisturbed. Returns its steps and its changes. */
  async function rehearse(operation: Operation): Promise<{ steps: Step[]; result: string[] }> {
    const act = await operation.prepare()
    await later()
    const since = await mark()
    running.watch.record()
    await act(running.url)
    await later()
    return { steps: running.watch.recorded(), result: await since() }
  }

  /**
   * Runs the operations one after another, each until its point, and kills the process. The next one takes over, and
   * the changes are compared with those of as many undisturbed runs.
   */
  async function crash(tries: readonly Try[], result: readonly string[]): Promise<Outcome> {
    await later()
    const since = await mark()
    const [victim, waiting] = [running, await spawn()]
    const missed: Point[] = []
    const begun: { act: Act; acting: Promise<boolean> }[] = []
    for (const { act, point } of tries) {
      // Stopped operations hold locks; an operation that waits for them is tried alone later.
      const frozen = victim.watch.freeze(point.step, point.side).then(() => true)
      const acting = act(victim.url).then(
        () => true,
        (error: unknown) => {
          if (error instanceof NoAnswer) return false
          throw error
        },
      )
      acting.catch(() => {})
      begun.push({ act, acting })
      let isOpen = true
      const isMet = await Promise.race([frozen, pause(FROZEN_WITHIN_MS, false), isOver(acting, () => isOpen)])
      isOpen = false
      victim.watch.letGo()
      if (!isMet) missed.push(point)
    }
    await victim.end()
    const isAnswered = await Promise.all(begun.map(({ acting }) => acting))
    await giveBackJobs()
    running = await begin(waiting)
    const refused: string[] = []
    for (const [at, { act }] of begun.entries())
      if (!isAnswered[at])
        await untilAnswered(act, running.url).catch((error: Error) => refused.push(`! ${error.message}`))
    await later()
    return { missed, wrong: [...refused, ...differences(times(result, tries.length), await since())] }
  }

  /** Resolves to false when the operation and its jobs ended without the step. */
  async function isOver(acting: Promise<boolean>, isNeeded: () => boolean): Promise<boolean> {
    await acting.catch(() => {})
    await later(isNeeded)
    return false
  }

  async function stop() {
    await Promise.all([...alive].map((end) => end()))
    await boss.stop()
    await post.close()
    await razorpay.stop()
    await s3.close()
    rmSync(bucketDir, { recursive: true, force: true })
  }
  return { operations: all, rehearse, crash, stop, books: razorpay.books, databaseUrl }
}

/** The lines of this many runs. */
function times(lines: readonly string[], runs: number): string[] {
  return lines.flatMap((line) => {
    const [, what, more] = /^(.*): (-?\d+) more$/.exec(line) ?? []
    return what ? [`${what}: ${Number(more) * runs} more`] : Array<string>(runs).fill(line)
  })
}

/** Lines that only one of the two has, with repetitions. */
function differences(wanted: readonly string[], found: readonly string[]): string[] {
  const left = [...found]
  const missing = wanted.filter((line) => {
    const at = left.indexOf(line)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
  return [...missing.map((line) => `- ${line}`), ...left.map((line) => `+ ${line}`)]
}
