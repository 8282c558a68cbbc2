import { beforeEach, describe, expect, it } from 'vitest'
import { makeWorker } from '#db/factories/task.ts'
import { findAlert } from '#shop/audit/alert.read.ts'
import { queueAlerts } from '#shop/audit/queue-alerts.ts'
import { recordMovedText } from '#shop/audit/record-moved-text.sql.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { readPersonalData } from '#shop/privacy/personal-data.read.ts'
import { enrolWorker } from '#shop/programme/enrol-worker.ts'
import { workerInput } from '#shop/programme/input.ts'
import { findPayout } from '#shop/programme/pay.read.ts'
import { makePayout } from '#shop/programme/pay-workers.ts'
import { applyUpiChanges } from '#shop/programme/upi-changes.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'
import { rowsOf } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx, pool, moved } = shop
const { admin, makeApprovedTask } = await story(shop)

describe('a foreign text in an encrypted column', () => {
  const makeTwoWorkers = async () => {
    const sunita = await makeWorker(ctx(admin), { upiId: 'sunita@upi', phone: '9845012345' })
    const thief = await makeWorker(ctx(admin), { upiId: 'thief@upi', phone: '9845012346' })
    return { sunita, thief }
  }
  const copyUpi = (to: string, from: string) =>
    pool.query(
      'update workers set upi_id = (select upi_id from workers where user_id = $2) where user_id = $1',
      [to, from],
    )
  beforeEach(() => {
    moved.length = 0
  })

  it('reads as null, is reported and can be replaced', async () => {
    const { sunita, thief } = await makeTwoWorkers()
    await copyUpi(sunita.id, thief.id)
    expect(await findWorker(db, sunita.id)).toMatchObject({ upiId: null, isUpiCorrupt: true })
    expect(await findWorker(db, thief.id)).toMatchObject({ upiId: 'thief@upi', isUpiCorrupt: false })
    expect(moved).toContain(`workers.upi_id/${sunita.id}`)
    const file = JSON.stringify(await readPersonalData(db, ctx(), sunita))
    expect(file).not.toContain('thief@upi')
    await db.updateTable('workers').set({ upiId: 'new@upi' }).where('userId', '=', sunita.id).execute()
    expect(await findWorker(db, sunita.id)).toMatchObject({ upiId: 'new@upi', isUpiCorrupt: false })
  })

  it('reads as null also if copied from another column of the row, or into a payout line', async () => {
    const { sunita, thief } = await makeTwoWorkers()
    await pool.query('update workers set upi_id = phone where user_id = $1', [sunita.id])
    expect(await findWorker(db, sunita.id)).toMatchObject({ upiId: null, isUpiCorrupt: true })
    await makeApprovedTask(thief)
    const payout = await makePayout(ctx(admin))
    const { payoutId } = payout.ok ? payout.value : { payoutId: '' }
    expect((await findPayout(db, payoutId))?.lines).toMatchObject([{ upiId: 'thief@upi' }])
    // The line has its own encryption, so the worker's text is not valid there.
    await pool.query(
      'update payout_lines set upi_id = workers.upi_id from workers where workers.user_id = $1',
      [thief.id],
    )
    expect((await findPayout(db, payoutId))?.lines).toMatchObject([{ upiId: null, isUpiCorrupt: true }])
  })

  it('reads as null also if it is not encrypted', async () => {
    const { sunita } = await makeTwoWorkers()
    await pool.query(`update workers set upi_id = 'thief@upi' where user_id = $1`, [sunita.id])
    expect(await findWorker(db, sunita.id)).toMatchObject({ upiId: null, isUpiCorrupt: true })
    expect(moved).toContain(`workers.upi_id/${sunita.id}`)
  })

  it('is used neither for a payout nor for a change that has become due', async () => {
    const { sunita, thief } = await makeTwoWorkers()
    await copyUpi(sunita.id, thief.id)
    await makeApprovedTask(sunita)
    const payout = await makePayout(ctx(admin))
    const { payoutId } = payout.ok ? payout.value : { payoutId: '' }
    expect((await findPayout(db, payoutId))?.lines).toMatchObject([{ upiId: null }])
    const details = workerInput.parse({ language: 'en' })
    await enrolWorker(ctx(admin), { ...details, userId: thief.id, upiId: 'later@upi' })
    await pool.query(
      'update upi_changes set new_upi_id = workers.upi_id from workers where workers.user_id = $1',
      [thief.id],
    )
    await applyUpiChanges(ctx(admin, { now: new Date(NOW.getTime() + 2 * DAY_MS) }))
    expect(await findWorker(db, thief.id)).toMatchObject({ upiId: 'thief@upi' })
  })

  it('is recorded once, and alerts the owners', async () => {
    const { sunita } = await makeTwoWorkers()
    const place = `workers.upi_id/${sunita.id}`
    await Promise.all([recordMovedText(ctx(), place), recordMovedText(ctx(), place)])
    const entries = await rowsOf(db, 'auditLog', { action: 'encrypted text refused' })
    expect(entries).toMatchObject([{ entity: 'worker', entityId: sunita.id, actorId: null }])
    await queueAlerts(ctx())
    const alerts = await readJobs(db, 'audit-alert')
    expect(alerts.filter(({ entryId }) => entryId === entries[0]?.id)).toContainEqual(
      expect.objectContaining({ ownerId: admin.id }),
    )
    const alert = await findAlert(db, { entryId: entries[0]?.id ?? 0, ownerId: admin.id })
    expect(alert).toMatchObject({ kind: 'moved', changes: [{ after: 'workers' }, { after: 'upi_id' }] })
  })
})
