/** The audit log of the whole shop: its entries, the command that verifies it, and its log file after kills. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { listChanges } from '#shop/audit/audit.read.ts'
import { recordChange } from '#shop/audit/audit.sql.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { makeOpenFolder, removeFolders } from '#tests/faults/folders.ts'
import { POLLING, restartableShop } from '#tests/faults/restartable-shop.ts'
import { REAL_SETTINGS, signInStaff } from '#tests/real-shop.ts'
import { placeOrder, signIn } from '#tests/shop-customer.ts'

const testDb = await testDatabase()
const { db, url } = testDb
const folder = makeOpenFolder()
const path = join(folder, 'audit.jsonl')
const shop = await restartableShop(testDb, folder, { AUDIT_LINES_FILE: path, AUDIT_LINES_STDOUT: 'on' })

afterAll(async () => {
  await shop.kill()
  removeFolders()
})

const open = (page: string, cookie: string) =>
  fetch(shop.url + page, { headers: { cookie, 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/145.0' } })

async function verifyAudit(...args: string[]) {
  return verifyAuditWith({}, ...args)
}

async function verifyAuditWith(more: Record<string, string>, ...args: string[]) {
  const { PATH = '' } = process.env
  const settings = { ...REAL_SETTINGS, ORIGIN: shop.url, AUTH_SECRET: 'x'.repeat(32), DATABASE_URL: url }
  const command = join(import.meta.dirname, '..', '..', 'bin', 'command.mjs')
  const child = spawn(process.execPath, [command, 'verify-audit', ...args], {
    env: { PATH, ...settings, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, problem, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { output: output.trim(), problem: problem.trim(), code }
}

it('the audit log records opened pages of persons, refused pages and their origin', async () => {
  const customer = await signIn(shop.url)
  const placed = await placeOrder(shop.url, customer, 'audited')
  const { id } = (await placed.json()) as { id: string }
  expect((await open('/admin/dashboard/audit?kind=looks', customer)).status).toBe(403)
  expect((await open('/admin/dashboard/people.data', customer)).status).toBe(403)
  expect((await open('/api/audit-log', customer)).status).toBe(403)
  expect((await open(`/orders/${id}`, customer)).status).toBe(200)
  expect((await open('/admin/dashboard', '')).status).toBe(401)
  const refusals = await listChanges(db, { kind: 'refusals', limit: 9 })
  expect(refusals.map(({ entityId }) => entityId).toSorted()).toEqual([
    '/admin/dashboard/audit',
    '/admin/dashboard/people',
    '/api/audit-log',
  ])
  expect(refusals[0]).toMatchObject({ device: 'Firefox on Linux', network: '127.0.0.1' })

  const admin = await signInStaff(shop.url, testDb.url)
  for (const page of [`/admin/dashboard/orders/${id}`, `/orders/${id}`, `/api/orders/${id}`])
    expect((await open(page, admin)).status).toBe(200)
  const looks = await listChanges(db, { kind: 'looks', limit: 9 })
  expect(looks).toMatchObject([{ entity: 'order', entityId: id, device: 'Firefox on Linux' }])
  expect(await listChanges(db, { kind: 'sign-ins', limit: 9 })).toMatchObject([{ action: 'sign in' }])
  const lists = ['people', 'messages', 'task-approvals', 'packing']
  for (const list of lists) expect((await open(`/admin/dashboard/${list}`, admin)).status).toBe(200)
  const seen = await listChanges(db, { kind: 'looks', limit: 20 })
  const listed = seen.filter(({ entityId }) => entityId === 'all').map(({ entity }) => entity)
  expect(new Set(listed)).toEqual(new Set(['user', 'message', 'task', 'order']))
  const log = await (await open('/admin/dashboard/audit', admin)).text()
  for (const words of ['Order viewed', 'Signed in', 'Access refused', 'Firefox on Linux'])
    expect(log).toContain(words)
})

it('a command verifies the audit log, names the first wrong row and exits with 1', async () => {
  const whole = await verifyAudit()
  expect(whole).toMatchObject({
    code: 0,
    problem: expect.stringMatching(/^Warning: without an earlier head/),
  })
  const head = /^Head: (\d+:[0-9a-f]{64})$/m.exec(whole.output)?.[1] ?? ''
  expect(await verifyAudit('--head', head)).toMatchObject({ code: 0, problem: '' })
  expect(await verifyAudit('--head', '1:abc')).toMatchObject({ code: 1 })
  const beyond = await verifyAudit('--head', head, '--head', `999999:${'0'.repeat(64)}`)
  expect(beyond).toMatchObject({ code: 1, problem: expect.stringMatching(/link \d+ is missing/) })
  const replica = await testDb.pool.connect()
  const tamper = (statement: string) => replica.query(`set session_replication_role = replica; ${statement}`)
  await tamper(`update audit_log set action = action || 'x' where id = 1`)
  const found = await verifyAudit()
  expect(found.code).toBe(1)
  expect(found.problem).toMatch(/^The audit log is not as it was written: link 1 \(entry 1\) was changed\.$/)
  await tamper(`update audit_log set action = rtrim(action, 'x') where id = 1`)
  await replica.query('reset session_replication_role')
  replica.release()
  expect(await verifyAudit()).toMatchObject({ code: 0 })
})

it('writes all entries to the log file, in order, although the shop is killed meanwhile', async () => {
  const write = async (count: number) => {
    for (let entry = 0; entry < count; entry += 1)
      await recordChange(db, {
        ...{ actorId: null, action: 'update', entity: 'product', entityId: `${entry}`, now: NOW },
        ...{ before: null, after: { entry } },
      })
  }
  const readLines = async () => {
    const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean)
    return lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as { seq: number; hash: string }]
      } catch {
        return []
      }
    })
  }
  for (const count of [700, 900]) {
    const lineCount = (await readLines()).length
    const writing = write(count)
    await expect.poll(async () => (await readLines()).length, POLLING).toBeGreaterThan(lineCount)
    await shop.kill()
    await writing
    await shop.restart()
  }
  const links = await sql<{
    seq: number
    hash: Buffer
  }>`select seq, hash from audit_chain order by seq`.execute(db)
  await expect.poll(async () => (await readLines()).at(-1)?.seq, POLLING).toBe(links.rows.at(-1)?.seq)
  const once = new Map((await readLines()).map(({ seq, hash }) => [seq, hash]))
  expect([...once]).toEqual(links.rows.map(({ seq, hash }) => [seq, hash.toString('hex')]))
  expect(shop.lines().some((line) => line.startsWith('{"log":"audit"'))).toBe(true)
  const outside = { AUDIT_LINES_FILE: path }
  const whole = await verifyAuditWith(outside)
  expect(whole).toMatchObject({ code: 0, output: expect.stringMatching(/^Compared with \d{4} lines/m) })
  // With both tables empty the log looks like a new shop's, but the log file shows the loss.
  const owner = await testDb.pool.connect()
  await owner.query('set session_replication_role = replica; delete from audit_chain; delete from audit_log')
  expect(await verifyAudit()).toMatchObject({ code: 0 })
  const cut = await verifyAuditWith(outside)
  expect(cut).toMatchObject({ code: 1, problem: expect.stringMatching(/link 1 is missing/) })
  await owner.query('reset session_replication_role')
  owner.release()
})
