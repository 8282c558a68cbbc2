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
import { openHttpGate, openMailGate } from '#lab/crash-points/call-gates.ts'
import { normalize, trackChanges } from '#lab/crash-points/changes.ts'
import { type Act, NoResponse, type Operation, operations } from '#lab/crash-points/operations.ts'
import { openStatementGate } from '#lab/crash-points/statement-gate.ts'
import { createStepWatch, type Side, type Step } from '#lab/crash-points/watch.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { SECRET, type testDatabase } from '#tests/database.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { cardSettings, RAZORPAY_KEYS, startRazorpayServer } from '#tests/razorpay-server.ts'
import { seedRealShop, startProcess } from '#tests/real-shop.ts'
import { endShop, freePort } from '#tests/shop-program.ts'

export type Point = { step: Step; side: Side }

/** An operation, and the point at which the program is killed. */
export type Try = { act: Act; point: Point }

/**
 * `missed`: points whose step did not happen. `wrong`: additional (+) and missing (-) lines in comparison with
 * undisturbed runs.
 */
export type Outcome = { missed: Point[]; wrong: string[] }

const FREEZE_TIMEOUT_MS = 15_000
const JOBS_TIMEOUT_MS = 60_000

/**
 * Starts a shop with its own database, mail server, payment provider and bucket, to kill it at certain steps. The
 * process that takes over is the next to be killed, so that each crash costs one start. `root`: see `startShop`.
 */
export async function startCrashLane(database: Awaited<ReturnType<typeof testDatabase>>, root?: string) {
  const { db, pool, url: databaseUrl } = database
  await seedRealShop(databaseUrl)
  const [mail, razorpay] = [await startMailServer(), await startRazorpayServer()]
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
    return database.ctx(isOwner ? { ...owner, factorAt: now } : actor, { now, payments, files })
  }
  const all = operations({ ctx, admin: owner, razorpay })

  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  const tracker = trackChanges(pool)

  const stops = new Set<() => Promise<void>>()
  type ShopProcess = Awaited<ReturnType<typeof spawn>>
  /** Starts a process that waits until its gate opens. */
  async function spawn() {
    const watch = createStepWatch()
    const gates = [
      await openHttpGate('razorpay', razorpay.url, watch.watcher),
      await openHttpGate('bucket', s3Url, watch.watcher),
      await openMailGate(mail.url, watch.watcher),
    ] as const
    const [paymentGate, bucketGate, messageGate] = gates
    const gate = await openStatementGate(databaseUrl, watch.watcher)
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
      SMTP_URL: messageGate.url,
      ...cardSettings(paymentGate.url),
      ...bucket(bucketGate.url),
    }
    const shop = startProcess(env, root)
    const end = async () => {
      stops.delete(end)
      await endShop(shop, 'SIGKILL')
      await Promise.all([gate.close(), ...gates.map((each) => each.close())])
    }
    stops.add(end)
    return { shop, gate, watch, url: ORIGIN, end }
  }

  /** Opens the gate of a waiting process. Replaces a process that timed out. */
  async function begin(waiting: ShopProcess): Promise<ShopProcess> {
    waiting.gate.open()
    const { url } = await waiting.shop.outcome
    if (url) return waiting
    const lines = waiting.shop.lines.join('\n')
    await waiting.end()
    if (!/timeout|terminated/i.test(lines)) throw new Error(`the shop did not start:\n${lines}`)
    return begin(await spawn())
  }

  /** Returns the jobs of the killed process to the queue, which otherwise takes a minute. */
  async function releaseJobs(): Promise<void> {
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

  /** Resolves when no job is due or active, or when the result is no longer needed. */
  async function waitForJobs(isNeeded = () => true): Promise<void> {
    for (const deadline = Date.now() + JOBS_TIMEOUT_MS; isNeeded(); await pause(25)) {
      const { rows } = await pool.query(
        `select name, state, output from pgboss.job where state in ('retry', 'active')
          or (state = 'created' and start_after <= now()) limit 5`,
      )
      if (rows.length === 0) return
      if (Date.now() > deadline) throw new Error(`jobs do not end: ${JSON.stringify(rows)}`)
    }
  }

  /** Like `waitForJobs`, but also runs the jobs that delete unkept files, which are due later. */
  async function waitForLaterJobs(isNeeded = () => true): Promise<void> {
    await waitForJobs(isNeeded)
    if (!isNeeded()) return
    const due = `update pgboss.job set start_after = now() where name = 'unkept-files' and state = 'created'`
    if ((await pool.query(due)).rowCount) await waitForJobs(isNeeded)
  }

  /** Repeats the requests of an operation until each has a response. */
  async function repeatUntilAnswered(act: Act, url: string): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await act(url)
      } catch (error) {
        if (!(error instanceof NoResponse) || tries === 20) throw error
        await pause(50)
      }
    }
  }

  const countRefunds = () => razorpay.books().flatMap((entry) => entry.refunds).length
  const listEmails = () => mail.deliveriesOf(/(?:)/)
  const listFiles = () =>
    readdirSync(bucketDir, { recursive: true, encoding: 'utf8' }).filter((path) => /_object$/.test(path))

  /** Returns a function that lists the changes since this call: rows, jobs, emails by Message-ID, files. */
  async function markChanges() {
    // All clients share one network and would reach its rate limits.
    await pool.query('delete from request_limits')
    // Prevents checks of unpaid orders of earlier operations.
    await pool.query(
      `update payment_intents set next_check_at = now() + interval '1 hour' where next_check_at is not null`,
    )
    // Otherwise the next start would add referral codes.
    await pool.query(
      `update users set referral_code = 'C' || upper(left(md5(id::text), 12)) where referral_code is null`,
    )
    const [rows, emailCount, fileCount, refunds] = [
      await tracker.takeSnapshot(),
      listEmails().length,
      listFiles().length,
      countRefunds(),
    ]
    return async (): Promise<string[]> => {
      const mails = new Map(
        listEmails()
          .slice(emailCount)
          .map((letter) => [letter.messageId, `mail ${letter.to} ${letter.subject}`]),
      )
      const files = listFiles().length - fileCount
      const newRefunds = countRefunds() - refunds
      return [
        ...(await tracker.listChanges(rows)),
        ...[...mails.values()].map(normalize),
        `files: ${files} more`,
        `refunds at the provider: ${newRefunds} more`,
      ].sort()
    }
  }

  let running = await begin(await spawn())

  /** Runs the operation undisturbed. Returns its steps and changes. */
  async function rehearse(operation: Operation): Promise<{ steps: Step[]; result: string[] }> {
    const act = await operation.prepare()
    await waitForLaterJobs()
    const listChanges = await markChanges()
    running.watch.startRecording()
    await act(running.url)
    await waitForLaterJobs()
    return { steps: running.watch.stopRecording(), result: await listChanges() }
  }

  /**
   * Runs the operations one after another, each up to its point, and kills the process. The next process takes over,
   * and the changes are compared with those of as many undisturbed runs.
   */
  async function crash(tries: readonly Try[], result: readonly string[]): Promise<Outcome> {
    await waitForLaterJobs()
    const listChanges = await markChanges()
    const [victim, waiting] = [running, await spawn()]
    const missed: Point[] = []
    const started: { act: Act; acting: Promise<boolean> }[] = []
    for (const { act, point } of tries) {
      // Frozen operations hold locks. An operation that waits for them is later tried alone.
      const frozen = victim.watch.freeze(point.step, point.side).then(() => true)
      const acting = act(victim.url).then(
        () => true,
        (error: unknown) => {
          if (error instanceof NoResponse) return false
          throw error
        },
      )
      acting.catch(() => {})
      started.push({ act, acting })
      let isOpen = true
      const isMet = await Promise.race([
        frozen,
        pause(FREEZE_TIMEOUT_MS, false),
        isOver(acting, () => isOpen),
      ])
      isOpen = false
      victim.watch.release()
      if (!isMet) missed.push(point)
    }
    await victim.end()
    const isAnswered = await Promise.all(started.map(({ acting }) => acting))
    await releaseJobs()
    running = await begin(waiting)
    const errors: string[] = []
    for (const [at, { act }] of started.entries())
      if (!isAnswered[at])
        await repeatUntilAnswered(act, running.url).catch((error: Error) => errors.push(`! ${error.message}`))
    await waitForLaterJobs()
    return {
      missed,
      wrong: [...errors, ...differences(multiplyLines(result, tries.length), await listChanges())],
    }
  }

  /** Resolves with false when the operation and its jobs have ended without the step. */
  async function isOver(acting: Promise<boolean>, isNeeded: () => boolean): Promise<boolean> {
    await acting.catch(() => {})
    await waitForLaterJobs(isNeeded)
    return false
  }

  async function stop() {
    await Promise.all([...stops].map((end) => end()))
    await boss.stop()
    await mail.close()
    await razorpay.stop()
    await s3.close()
    rmSync(bucketDir, { recursive: true, force: true })
  }
  return { operations: all, rehearse, crash, stop, books: razorpay.books, databaseUrl }
}

/** Returns the lines of this many runs. */
function multiplyLines(lines: readonly string[], runs: number): string[] {
  return lines.flatMap((line) => {
    const [, what, more] = /^(.*): (-?\d+) more$/.exec(line) ?? []
    return what ? [`${what}: ${Number(more) * runs} more`] : Array<string>(runs).fill(line)
  })
}

/** Returns the lines that only one of the lists has, with repetitions. */
function differences(expected: readonly string[], actual: readonly string[]): string[] {
  const additional = [...actual]
  const missing = expected.filter((line) => {
    const at = additional.indexOf(line)
    if (at !== -1) additional.splice(at, 1)
    return at === -1
  })
  return [...missing.map((line) => `- ${line}`), ...additional.map((line) => `+ ${line}`)]
}
