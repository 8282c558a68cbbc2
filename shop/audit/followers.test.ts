import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { auditAlertEmail } from '#infra/email/templates/staff-emails.ts'
import { auditFileWriter } from '#infra/logging/audit-lines.ts'
import { findAlert } from '#shop/audit/alert.read.ts'
import { MANY_REFUSALS } from '#shop/audit/alert.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { recordChange } from '#shop/audit/audit.sql.ts'
import { queueAlerts } from '#shop/audit/queue-alerts.ts'
import { recordDownload, recordExport, recordRefusal } from '#shop/audit/record-access.ts'
import { recordSignIn } from '#shop/audit/record-sign-in.ts'
import { type LineWriter, shipLines } from '#shop/audit/ship-lines.ts'
import { changeRoles } from '#shop/customers/change-account.ts'
import { HOUR_MS } from '#shop/kernel/duration.ts'
import { rupees } from '#shop/kernel/money.ts'
import { saveSettings } from '#shop/settings/save-settings.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const folder = await mkdtemp(join(tmpdir(), 'audit-lines-'))
afterAll(() => rm(folder, { recursive: true }))

const client = { network: '203.0.113.7', device: 'Chrome on Android' }
const owner = await makeUser(db, { staffRole: 'owner', fullName: 'Lakshmi Iyer' })
const packer = await makeUser(db, { staffRole: 'owner', fullName: 'Meera Rao' })
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)

describe('alerts', () => {
  beforeEach(async () => {
    await queueAlerts(ctx())
    await sql`delete from pgboss.job where name = 'audit-alert'`.execute(db)
    await sql`delete from audit_alerts`.execute(db)
  })

  const emails = async () => {
    const jobs = await readJobs(db, 'audit-alert')
    const alerts = await Promise.all(jobs.map((about) => findAlert(db, about)))
    const to = { brand: 'Testmill', origin: 'http://shop.test' }
    const mails = alerts.map((alert) => alert && auditAlertEmail(alert, { ...to, to: alert.to }))
    return (await Promise.all(mails)).flatMap((mail) => mail ?? [])
  }

  it('inform every owner of each sign-in on a new device, and of none on a known device', async () => {
    const signIn = { userId: packer.id, action: 'sign in', by: 'password' } as const
    await recordSignIn({ db, now: NOW, client }, { ...signIn, isNewDevice: true })
    await queueAlerts(ctx())
    await queueAlerts(ctx())
    const mails = await emails()
    expect(mails.map(({ to }) => to).toSorted()).toEqual([owner.email, packer.email].toSorted())
    expect(mails[0]).toMatchObject({ subject: 'Meera Rao signed in on a new device' })
    expect(mails[0]?.text).toContain('Device: Chrome on Android\nNetwork: 203.0.113.7')
    await recordSignIn({ db, now: NOW, client }, { ...signIn, isNewDevice: false })
    await queueAlerts(ctx())
    expect(await emails()).toHaveLength(2)
    // The first new device may be the person's own, the second an attacker's.
    await recordSignIn({ db, now: NOW, client }, { ...signIn, isNewDevice: true })
    await queueAlerts(ctx())
    expect(await emails()).toHaveLength(4)
  })

  it('inform owners of changed roles and settings and, once per list, of exports', async () => {
    const { id } = await makeUser(db, { fullName: 'Asha Patil' })
    await changeRoles(ctx(owner, { client }), { userId: id, staffRole: 'owner' })
    await changeRoles(ctx(owner, { client }), { userId: id, staffRole: null })
    for (let time = 0; time < 2; time += 1)
      await recordExport(ctx(owner, { client }), 'people', new URLSearchParams())
    // The download of a file without personal data is recorded, but causes no alert.
    await recordDownload(ctx(owner, { client }), 'products', new URLSearchParams({ q: 'ragi' }))
    const values = { ...ctx().config.firstSettings, payoutSecondPersonAbove: rupees(5000) }
    await saveSettings(ctx(owner, { client }), { seen: 0, values })
    const [entry] = await listChanges(db, { entity: 'export', entityId: 'products', limit: 1 })
    expect(entry).toMatchObject({ action: 'download', after: { name: 'products', filters: 'q' } })
    await queueAlerts(ctx())
    const mails = await emails()
    expect(mails.map(({ text }) => text).join()).toContain('Staff role: none → owner')
    expect(mails.map(({ text }) => text).join()).toContain('Payout second person above: none → ₹5000')
    const subjects = mails.map(({ subject }) => subject)
    expect([...new Set(subjects)].toSorted()).toEqual([
      'Lakshmi Iyer changed settings of the shop',
      'Lakshmi Iyer exported personal data',
      'The roles of Asha Patil were changed',
    ])
    // Four alerts to two owners: each change of roles, the settings, and one for both exports.
    expect(subjects).toHaveLength(8)
  })

  it('inform owners of many refusals of one member of staff, but not of a customer’s', async () => {
    const at = later(5)
    const refuse = async (actor: typeof owner, count: number) => {
      for (let page = 0; page < count; page += 1)
        await recordRefusal(ctx(actor, { client, now: at }), { method: 'GET', path: `/p/${page}` })
    }
    await refuse(packer, MANY_REFUSALS - 1)
    await refuse(await makeUser(db), MANY_REFUSALS)
    await queueAlerts({ ...ctx(), now: at })
    expect(await emails()).toEqual([])
    await recordRefusal(ctx(packer, { client, now: at }), { method: 'GET', path: '/p/last' })
    await queueAlerts({ ...ctx(), now: at })
    expect((await emails())[0]?.subject).toBe(`Meera Rao was refused ${MANY_REFUSALS} times in an hour`)
  })

  it('are queued once when many processes run at the same time', async () => {
    await recordExport(ctx(owner, { client }), 'coupons', new URLSearchParams())
    await Promise.all(Array.from({ length: 5 }, () => queueAlerts(ctx())))
    expect(await emails()).toHaveLength(2)
  })

  it('are not sent to a former owner', async () => {
    await recordExport(ctx(owner), 'messages', new URLSearchParams())
    await queueAlerts(ctx())
    await db.updateTable('users').set({ staffRole: null }).where('id', '=', packer.id).execute()
    expect((await emails()).map(({ to }) => to)).toEqual([owner.email])
    await db.updateTable('users').set({ staffRole: 'owner' }).where('id', '=', packer.id).execute()
  })
})

describe('audit lines', () => {
  const recordNote = (entityId: string) =>
    recordChange(db, {
      ...{ actorId: owner.id, action: 'update', entity: 'user', entityId, now: NOW, client },
      ...{ before: { fullName: 'Asha' }, after: { fullName: 'Asha Patil' } },
    })
  const linesIn = async (path: string) => (await readFile(path, 'utf8')).split('\n').filter(Boolean)
  // Skips the entries of other tests.
  beforeEach(() => shipLines({ db }, async () => {}))

  const parseLines = async (path: string) => (await linesIn(path)).map((line) => JSON.parse(line))

  it('are in order, complete and without personal values', async () => {
    const path = join(folder, 'one.jsonl')
    for (let entry = 0; entry < 520; entry += 1) await recordNote(`${entry}`)
    await recordSignIn(
      { db, now: NOW, client },
      { userId: owner.id, action: 'sign in', by: 'password', isNewDevice: true },
    )
    expect(await shipLines({ db }, auditFileWriter(path))).toBe(521)
    await recordNote('last')
    expect(await shipLines({ db }, auditFileWriter(path))).toBe(1)
    expect(await shipLines({ db }, auditFileWriter(path))).toBe(0)
    const lines = await parseLines(path)
    const { seq: first } = lines[0]
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 522 }, (_, at) => first + at))
    const links = await db
      .selectFrom('auditChain')
      .select('hash')
      .where('seq', '>=', first)
      .orderBy('seq')
      .execute()
    expect(lines.map(({ hash }) => hash)).toEqual(links.map(({ hash }) => hash.toString('hex')))
    expect(lines.at(-1)).toMatchObject({
      ...{ log: 'audit', action: 'update', entity: 'user', entity_id: 'last' },
      ...{ actor_id: owner.id, fields: ['fullName'], at: NOW.toISOString(), ...client },
      previous: lines.at(-2).hash,
    })
    expect(await readFile(path, 'utf8')).not.toMatch(/Asha|Patil/)
  })

  it('continue in a new file after the operator has renamed the old one', async () => {
    const path = join(folder, 'two.jsonl')
    await recordNote('before')
    await shipLines({ db }, auditFileWriter(path))
    await rename(path, `${path}.1`)
    await recordNote('after')
    await shipLines({ db }, auditFileWriter(path))
    expect((await parseLines(path)).map((line) => line.entity_id)).toEqual(['after'])
    expect((await parseLines(`${path}.1`)).map((line) => line.entity_id)).toEqual(['before'])
  })

  it('are written again with the same numbers after a crash while writing, below the partial line', async () => {
    const path = join(folder, 'three.jsonl')
    await recordNote('a')
    await recordNote('b')
    const dyingWriter: LineWriter = async (lines) => {
      await writeFile(path, lines.slice(0, -5))
      throw new Error('died')
    }
    await expect(shipLines({ db }, dyingWriter)).rejects.toThrow('died')
    await shipLines({ db }, auditFileWriter(path))
    const lines = await linesIn(path)
    expect(lines).toHaveLength(4)
    expect(() => JSON.parse(lines[1] ?? '')).toThrow(SyntaxError)
    const [first, , ...again] = lines
    expect(again[0]).toBe(first)
    expect(again.map((line) => JSON.parse(line).entity_id)).toEqual(['a', 'b'])
  })

  it('are written by one of several processes at a time', async () => {
    const path = join(folder, 'four.jsonl')
    for (let entry = 0; entry < 5; entry += 1) await recordNote(`${entry}`)
    const counts = await Promise.all(
      Array.from({ length: 5 }, () => shipLines({ db }, auditFileWriter(path))),
    )
    expect(counts.reduce((sum, count) => sum + count)).toBe(5)
    expect((await parseLines(path)).map((line) => line.entity_id)).toEqual(['0', '1', '2', '3', '4'])
  })
})
