import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { openDatabase } from '#infra/database/open.ts'
import { resealColumns, withSealedColumns } from '#infra/database/sealed-columns.ts'
import type { KeyRing } from '#infra/keys/key-ring.ts'
import { type FieldSealer, fieldSealer } from '#infra/keys/sealed-fields.ts'
import { hasPhone } from '#shop/customers/own-accounts.read.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { readPersonalData } from '#shop/privacy/personal-data.read.ts'
import { enrolWorker } from '#shop/programme/enrol-worker.ts'
import { workerInput } from '#shop/programme/input.ts'
import { listWorkerSignIns, workersByPhone } from '#shop/programme/sign-in.read.ts'
import { beginTries, isPhoneFull } from '#shop/programme/sign-in.sql.ts'
import { findTask } from '#shop/programme/tasks.read.ts'
import { findChange } from '#shop/programme/upi-changes.read.ts'
import { applyUpiChanges } from '#shop/programme/upi-changes.ts'
import { findWorker, listWorkers } from '#shop/programme/workers.read.ts'
import { sealed } from '#shop/sealed-columns.sql.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { insertRows } from '#tests/rows.ts'

const { db, ctx, pool, url } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner' })
const NEW = 'a newer secret of at least thirty-two characters'

const COUNTS = { resealed: 0, unopened: 0 }

function optionsWith(secrets: KeyRing) {
  return { sealer: fieldSealer(secrets), onRefused: () => {} }
}

/** Returns the texts as the database stores them. */
async function storedTexts(): Promise<string[]> {
  const { rows } =
    await pool.query(`select upi_id as text from workers union all select upi_id from payout_lines
    union all select old_upi_id from upi_changes union all select new_upi_id from upi_changes`)
  return rows.map(({ text }) => text).filter((text) => text !== null)
}

beforeEach(async () => {
  await pool.query('delete from worker_pins; delete from upi_changes; delete from workers')
})

describe('UPI IDs', () => {
  it('are encrypted by every write and decrypted by every read', async () => {
    const worker = await makeWorker(ctx(admin), { upiId: 'asha@okicici' })
    const details = { ...workerInput.parse({ language: 'en' }), userId: worker.id }
    expect(await enrolWorker(ctx(admin), { ...details, upiId: 'asha@newbank' })).toMatchObject({ ok: true })
    const { id } = await db.selectFrom('upiChanges').select('id').executeTakeFirstOrThrow()
    expect(await findChange(db, id)).toMatchObject({ oldUpiId: 'asha@okicici', newUpiId: 'asha@newbank' })
    expect(await findWorker(db, worker.id)).toMatchObject({
      upiId: 'asha@okicici',
      upiChange: { newUpiId: 'asha@newbank' },
    })
    const texts = await storedTexts()
    expect(texts).toHaveLength(3)
    for (const text of texts) expect(text).toMatch(/^sealed:[\w-]{8}\.A256GCM:[\w-]{40,}$/)
    expect(new Set(texts).size).toBe(3)
    await applyUpiChanges(ctx(admin, { now: new Date(NOW.getTime() + 2 * DAY_MS) }))
    expect((await findWorker(db, worker.id))?.upiId).toBe('asha@newbank')
    const file = JSON.stringify(await readPersonalData(db, ctx(), worker))
    expect(file).toContain('"upi_id":"asha@newbank"')
    expect(file).not.toContain('sealed:')
  })

  it('are encrypted by an insert of several rows and by an upsert', async () => {
    const [first, second] = [await makeUser(db), await makeUser(db)]
    const row = { enrolledAt: NOW, updatedAt: NOW }
    await insertRows(db, 'workers', [
      { ...row, userId: first.id, upiId: 'one@upi' },
      { ...row, userId: second.id, upiId: null },
    ])
    await db
      .insertInto('workers')
      .values({ ...row, userId: first.id, upiId: 'x@upi' })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet({ upiId: 'later@upi' }))
      .execute()
    expect(await storedTexts()).toEqual([expect.stringMatching(/^sealed:/)])
    expect((await findWorker(db, first.id))?.upiId).toBe('later@upi')
    expect((await findWorker(db, second.id))?.upiId).toBeNull()
  })
})

describe('phones of workers', () => {
  const number = '9845012345'
  const countMatches = async (text: string, fields: Pick<FieldSealer, 'indexes'> = ctx().fields) =>
    (await listWorkerSignIns(db, fields, { text, groupId: null, offset: 0, limit: 9, now: NOW })).total

  it('are encrypted, decrypted when read, and found only by the whole number', async () => {
    const worker = await makeWorker(ctx(admin), { phone: number })
    const task = await makeTask(ctx(admin), worker)
    const { rows } = await pool.query('select phone from workers')
    expect(rows).toEqual([
      { phone: expect.stringMatching(/^sealed:[\w-]{8}\.A256GCM:[\w-]{16}:[\w-]{40,}$/) },
    ])
    expect(await findWorker(db, worker.id)).toMatchObject({ phone: number })
    expect((await findTask(db, task))?.worker).toMatchObject({ phone: number })
    expect(await workersByPhone(db, ctx().fields, [number])).toMatchObject([{ phone: number }])
    expect(await countMatches('+91 98450 12345')).toBe(1)
    expect(await countMatches('9845012346')).toBe(0)
    expect(await countMatches('98450')).toBe(0)
    expect(await countMatches('Sunita')).toBe(1)
  })

  it('are found with an older key, and with the newest key after they are encrypted again', async () => {
    const { id } = await makeWorker(ctx(admin), { phone: number })
    await db.insertInto('workerPins').values({ userId: id, pinHash: 'hash', setAt: NOW }).execute()
    const both = fieldSealer([NEW, SECRET])
    const isFound = async (fields = both) =>
      (await beginTries(db, fields, { phone: number, userId: null, known: [] })).length === 1 &&
      (await isPhoneFull(db, fields, { phone: number, userId: admin.id })) === false
    expect(await isFound()).toBe(true)
    expect(await isFound(fieldSealer([NEW]))).toBe(false)
    await resealColumns(db, both)
    expect(await isFound(fieldSealer([NEW]))).toBe(true)
    const other = { phone: '9845012346', userId: null, known: [] }
    expect(await beginTries(db, both, other)).toEqual([])
  })

  it('are found by a database index', async () => {
    const plan = await db.connection().execute(async (connection) => {
      await sql`set enable_seqscan = off`.execute(connection)
      const query = connection
        .selectFrom('workers')
        .select('userId')
        .where(hasPhone(ctx().fields, [number]))
      const rows = await query.explain('json')
      await sql`reset enable_seqscan`.execute(connection)
      return JSON.stringify(rows)
    })
    expect(plan).toContain('workers_by_sealed_phone')
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('a new secret', () => {
  const both = fieldSealer([NEW, SECRET])
  const makeWorkers = async (count: number) => {
    for (let at = 0; at < count; at += 1) await makeWorker(ctx(admin), { upiId: `old${at}@upi` })
  }
  const addresses = async (reader = db) =>
    (await reader.selectFrom('workers').select(sealed('workers', 'upi_id').as('upiId')).execute())
      .map(({ upiId }) => upiId)
      .toSorted()

  it('re-encrypts each text once, even when two processes do so at the same time', async () => {
    await makeWorkers(5)
    const done = await Promise.all([resealColumns(db, both), resealColumns(db, both)])
    expect(done.reduce((sum, { resealed }) => sum + resealed, 0)).toBe(5)
    expect((await storedTexts()).every((text) => text.startsWith(both.prefix.newest))).toBe(true)
  })

  it('re-encrypts every text, after which the old secret can be removed', async () => {
    await makeWorkers(2)
    const plain = await addresses()
    expect(plain).toEqual(['old0@upi', 'old1@upi'])
    expect(await resealColumns(db, both)).toEqual({ ...COUNTS, resealed: 2 })
    expect(await resealColumns(db, both)).toEqual(COUNTS)
    const { db: raw, close } = openDatabase({ url, poolSize: 1, onError: () => {} })
    expect(await addresses(withSealedColumns(raw, optionsWith([NEW])))).toEqual(plain)
    // Without the key the value reads as null, and the row stays unchanged.
    expect(await addresses(withSealedColumns(raw, optionsWith([SECRET])))).toEqual([null, null])
    expect(await resealColumns(raw, fieldSealer([SECRET]))).toEqual({ ...COUNTS, unopened: 2 })
    expect(await addresses(withSealedColumns(raw, optionsWith([NEW])))).toEqual(plain)
    await close()
  })

  it('decrypts the fields of five hundred workers with one key derivation', async () => {
    await sql`insert into users (id, email, full_name, is_worker)
      select gen_random_uuid(), 'many' || n || '@worker.test', 'Worker ' || n, true from generate_series(1, 500) n`.execute(
      db,
    )
    let secretReads = 0
    const countReads = () => (secretReads += 1)
    const ring: KeyRing = new Proxy([SECRET], {
      get: (secrets, name) => countReads() && Reflect.get(secrets, name),
    })
    const sealer = fieldSealer(ring)
    const { rows } = await pool.query(`select id from users where email like 'many%@worker.test'`)
    await insertRows(
      db,
      'workers',
      rows.map(({ id }, at) => ({ userId: id, upiId: `w${at}@upi`, enrolledAt: NOW, updatedAt: NOW })),
    )
    expect(await listWorkers(db)).toHaveLength(500)
    const [row] = (await pool.query('select user_id, upi_id from workers')).rows
    secretReads = 0
    for (let at = 0; at < 500; at += 1)
      expect(sealer.open(row.upi_id, `workers.upi_id/${row.user_id}`)).toMatch(/^w\d+@upi$/)
    // Keys are derived from the secrets.
    expect(secretReads).toBe(0)
  })
})

it('a text that was changed, moved, or names an unknown key decrypts to null', () => {
  const sealer = fieldSealer([SECRET])
  const text = sealer.seal('asha@upi', 'workers.upi_id/1', false)
  expect(sealer.open(text, 'workers.upi_id/1')).toBe('asha@upi')
  expect(sealer.open(text, 'workers.upi_id/2')).toBeNull()
  expect(sealer.open(`${text.slice(0, -2)}xx`, 'workers.upi_id/1')).toBeNull()
  expect(sealer.open(text.replace(/:[\w-]{8}\./, ':AAAAAAAA.'), 'workers.upi_id/1')).toBeNull()
  expect(sealer.open(text.replace('.A256GCM:', '.NONE:'), 'workers.upi_id/1')).toBeNull()
  expect(sealer.open('asha@upi', 'workers.upi_id/1')).toBeNull()
  expect(sealer.open('sealed:', 'workers.upi_id/1')).toBeNull()
})
