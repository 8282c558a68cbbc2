import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeCoordinator, makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { rupees } from '#shop/kernel/money.ts'
import { ok } from '#shop/kernel/result.ts'
import { approveTask } from '#shop/programme/approve-task.ts'
import { listMembers, productsNaming } from '#shop/programme/coordinator.read.ts'
import { countProgress } from '#shop/programme/count-progress.ts'
import { createGroup } from '#shop/programme/create-group.ts'
import { copyTasks, handOutTask } from '#shop/programme/hand-out-tasks.ts'
import { openPhoto } from '#shop/programme/open-photo.ts'
import { payBalance } from '#shop/programme/pay.read.ts'
import { answerPayQuestion, askAboutPay } from '#shop/programme/pay-questions.ts'
import { rejectTask } from '#shop/programme/reject-task.ts'
import { setCoordinator } from '#shop/programme/set-coordinator.ts'
import { isValidPhotoUrl, photoPath } from '#shop/programme/signed-url.ts'
import { startTask } from '#shop/programme/start-task.ts'
import { submitPhoto } from '#shop/programme/submit-photo.ts'
import { archiveTemplate, saveTemplate } from '#shop/programme/task-templates.ts'
import { findTask, listForReview, listGivenTo, taskHistory } from '#shop/programme/tasks.read.ts'
import type { TemplateInput } from '#shop/programme/template-fields.ts'
import { findTemplate, listTemplates } from '#shop/programme/templates.read.ts'
import { withdrawTask } from '#shop/programme/withdraw-task.ts'
import { findGroup } from '#shop/programme/workers.read.ts'
import { must } from '#tests/access/api-things.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { phonePhoto } from '#tests/pictures.ts'

const { db, ctx } = await testDatabase({ poolSize: 10 })
const admin = await makeUser(db, { isAdmin: true })
const asAdmin = ctx(admin)
const newGroup = async () =>
  must(await createGroup(asAdmin, { name: `Group ${randomUUID()}`, place: 'Dharwad' })).groupId
const [groupId, otherGroup] = [await newGroup(), await newGroup()]
const [sunita, geeta] = [await makeWorker(asAdmin, { groupId }), await makeWorker(asAdmin, { groupId })]
const stranger = await makeWorker(asAdmin, { groupId: otherGroup })
const meera = await makeCoordinator(asAdmin, [groupId])
const elsewhere = await makeCoordinator(asAdmin, [otherGroup])
const asMeera = ctx(meera)

const TEMPLATE: TemplateInput = {
  taskName: 'Fill masala packets',
  taskNameHi: '',
  taskDescription: 'Weigh 50 g.\nSeal.',
  taskDescriptionHi: 'तौलें।',
  taskType: 'packing',
  unit: 'packets',
  productId: null,
  payPerUnit: rupees(4),
  minutesPerUnit: 1.5,
  groupId,
}
const soon = new Date(NOW.getTime() + 3 * DAY_MS)
let photos = 0

async function submitted(worker = sunita, quantity = 50): Promise<string> {
  const workLogId = await makeTask(asAdmin, worker, { quantity, paymentAmount: rupees(200) })
  must(await startTask(ctx(worker), { workLogId }))
  must(await countProgress(ctx(worker), { workLogId, count: 11 }))
  photos += 1
  must(await submitPhoto(ctx(worker), { workLogId, bytes: await phonePhoto(photos) }))
  return workLogId
}

const newTemplate = async (fields: Partial<TemplateInput> = {}, actor = asMeera) =>
  must(await saveTemplate(actor, { ...TEMPLATE, ...fields, templateId: null, seenAt: null })).templateId

describe('the role', () => {
  it('is given and taken away by admins only, each change audited', async () => {
    const { id: userId } = await makeUser(db)
    expect(await setCoordinator(asMeera, { userId, groupIds: [groupId] })).toMatchObject({
      reason: 'not_admin',
    })
    const unknown = { userId, groupIds: [randomUUID()] }
    expect(await setCoordinator(asAdmin, unknown)).toMatchObject({ reason: 'group_not_found' })
    must(await setCoordinator(asAdmin, { userId, groupIds: [groupId, groupId] }))
    must(await setCoordinator(asAdmin, { userId, groupIds: [] }))
    const { name = '' } = (await findGroup(db, groupId)) ?? {}
    const changes = await listChanges(db, { entity: 'user', entityId: userId, limit: 5 })
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      [{ coordinates: [name] }, { coordinates: [] }],
      [{ coordinates: [] }, { coordinates: [name] }],
    ])
    const { id } = await makeUser(db, { emailVerified: false })
    expect(await setCoordinator(asAdmin, { userId: id, groupIds: [groupId] })).toMatchObject({
      reason: 'email_not_verified',
    })
  })

  it('ends where the groups end: another group’s things do not exist', async () => {
    const [task, ready] = [await makeTask(asAdmin, stranger), await submitted(stranger)]
    const missing = { ok: false, reason: 'task_not_found' }
    expect(await approveTask(asMeera, { workLogId: ready, rating: 5 })).toEqual(missing)
    const rejection = { workLogId: ready, preset: 'quality', reason: '' } as const
    expect(await rejectTask(asMeera, rejection)).toEqual(missing)
    expect(await withdrawTask(asMeera, { workLogId: task })).toEqual(missing)
    expect(await withdrawTask(asMeera, { workLogId: await makeTask(asAdmin, null) })).toEqual(missing)
    const { questionId } = must(await askAboutPay(ctx(stranger), { payoutLineId: null, question: 'When?' }))
    const answer = { questionId, answer: 'Friday' }
    expect(await answerPayQuestion(asMeera, answer)).toMatchObject({ reason: 'question_not_found' })
    expect((await answerPayQuestion(ctx(elsewhere), answer)).ok).toBe(true)
    const templateId = await newTemplate({ groupId: otherGroup }, ctx(elsewhere))
    const seenAt = (await findTemplate(db, templateId))?.updatedAt ?? null
    const hers = { ...TEMPLATE, templateId, seenAt }
    expect(await saveTemplate(asMeera, hers)).toMatchObject({ reason: 'template_not_found' })
    expect(await archiveTemplate(asMeera, { templateId, isArchived: true })).toMatchObject({
      reason: 'template_not_found',
    })
    const states = ['pending_review'] as const
    const seen = await listForReview(db, { states, limit: 50, offset: 0, groupIds: meera.coordinates })
    expect(seen.map(({ id }) => id)).not.toContain(ready)
    expect((await listTemplates(db, meera.coordinates)).map(({ id }) => id)).not.toContain(templateId)
  })

  it('opens photos of her groups alone', async () => {
    const workLogId = await submitted()
    const photoId = (await findTask(db, workLogId))?.photo?.id ?? ''
    const url = new URL(photoPath(asMeera.links, { workLogId, photoId }, NOW), 'http://shop.test')
    const [until, proof] = [Number(url.searchParams.get('until')), url.searchParams.get('proof') ?? '']
    const link = { workLogId, photoId, until, proof }
    expect(isValidPhotoUrl(asMeera.links, link, NOW)).toBe(true)
    expect((await openPhoto(asMeera, link)).ok).toBe(true)
    expect(await openPhoto(ctx(elsewhere), link)).toMatchObject({ reason: 'photo_not_found' })
  })

  it.each([
    ['a visitor', VISITOR],
    ['a worker', sunita],
    ['one whose role was taken away', { ...meera, coordinates: [] }],
  ])('%s is refused everything', async (_, actor) => {
    const as = ctx(actor)
    const no = { ok: false, reason: 'not_admin' }
    const given = { groupId, batchId: randomUUID(), completionDeadline: soon }
    expect(await approveTask(as, { workLogId: await submitted(geeta), rating: 5 })).toEqual(no)
    expect(await saveTemplate(as, { ...TEMPLATE, templateId: null, seenAt: null })).toEqual(no)
    expect(await handOutTask(as, { ...given, templateId: randomUUID(), shares: [] })).toEqual(no)
    expect(await copyTasks(as, { ...given, copies: [] })).toEqual(no)
    expect(await answerPayQuestion(as, { questionId: randomUUID(), answer: 'x' })).toEqual(no)
  })
})

describe('approval', () => {
  it('pays for what was done: 11 of 50', async () => {
    const workLogId = await submitted()
    const before = await payBalance(db, sunita.id)
    must(await approveTask(asMeera, { workLogId, rating: 4, doneQuantity: 11 }))
    expect((await payBalance(db, sunita.id)).owed - before.owed).toBe(rupees(44))
    expect(await findTask(db, workLogId)).toMatchObject({ approvedQuantity: 11, paymentAmount: rupees(44) })
    expect((await taskHistory(db, workLogId)).at(-1)?.note).toBe('4 of 5, 11 of 50 accepted')
  })

  it('sent twice counts once, also where the first answer was lost', async () => {
    const workLogId = await submitted()
    const decided = { workLogId, rating: 4, doneQuantity: 11, decisionId: randomUUID() }
    const answers = await Promise.all([approveTask(asMeera, decided), approveTask(asMeera, decided)])
    expect(answers).toEqual([ok(null), ok(null)])
    expect(await approveTask(asMeera, decided)).toEqual(ok(null))
    expect(await findTask(db, workLogId)).toMatchObject({ approvedQuantity: 11, paymentAmount: rupees(44) })
    expect((await taskHistory(db, workLogId)).filter(({ move }) => move === 'approve')).toHaveLength(1)
    // Another decision, or somebody else's with the same id, is one of its own.
    const refused = { ok: false, reason: 'task_not_in_review' }
    expect(await approveTask(asMeera, { ...decided, decisionId: randomUUID() })).toMatchObject(refused)
    expect(await approveTask(asAdmin, decided)).toMatchObject(refused)
  })

  it('that comes late is about its own photo alone', async () => {
    const workLogId = await submitted()
    const photoId = (await findTask(db, workLogId))?.photo?.id
    const rejection = { workLogId, photoId, preset: 'quality', reason: '' } as const
    const late = { ...rejection, decisionId: randomUUID() }
    must(await rejectTask(asAdmin, rejection))
    const photo = await phonePhoto(9_000 + photos++)
    must(await submitPhoto(ctx(sunita), { workLogId, bytes: photo }))
    expect(await rejectTask(asMeera, late)).toMatchObject({ ok: false, reason: 'task_not_in_review' })
    expect(await approveTask(asMeera, { workLogId, photoId, rating: 5 })).toMatchObject({ ok: false })
    expect((await findTask(db, workLogId))?.state).toBe('pending_review')
    const now = (await findTask(db, workLogId))?.photo?.id
    must(await rejectTask(asMeera, { ...late, photoId: now }))
    must(await submitPhoto(ctx(sunita), { workLogId, bytes: await phonePhoto(9_000 + photos++) }))
    // The same again, after her next photo, rejects nothing more.
    expect(await rejectTask(asMeera, { ...late, photoId: now })).toEqual(ok(null))
    expect((await findTask(db, workLogId))?.state).toBe('pending_review')
  })

  it('takes no more than was asked for, and not nothing', async () => {
    const workLogId = await submitted()
    for (const doneQuantity of [0, 51])
      expect(await approveTask(asMeera, { workLogId, rating: 4, doneQuantity })).toMatchObject({
        reason: 'count_out_of_range',
      })
    must(await approveTask(asMeera, { workLogId, rating: 4, doneQuantity: 50 }))
    expect(await findTask(db, workLogId)).toMatchObject({
      approvedQuantity: null,
      paymentAmount: rupees(200),
    })
  })

  it('of her own work is an admin’s, and so is stock', async () => {
    const self = { ...sunita, coordinates: [groupId] }
    const workLogId = await submitted()
    expect(await approveTask(ctx(self), { workLogId, rating: 5 })).toMatchObject({ reason: 'own_task' })
    const rejection = { workLogId, preset: 'quality', reason: '' } as const
    expect(await rejectTask(ctx(self), rejection)).toMatchObject({ reason: 'own_task' })
    const stocked = { workLogId, rating: 5, stockQuantity: 1 }
    expect(await approveTask(asMeera, stocked)).toMatchObject({ reason: 'not_admin' })
  })

  it('rejected with a picture shows it to the worker, until the next rejection without one', async () => {
    const workLogId = await submitted()
    const rejection = { workLogId, preset: 'quality', reason: '' } as const
    const broken = { ...rejection, picture: new Uint8Array([1, 2, 3]) }
    expect(await rejectTask(asMeera, broken)).toMatchObject({ reason: 'not_a_picture' })
    must(await rejectTask(asMeera, { ...rejection, picture: await phonePhoto(900) }))
    const photoId = (await findTask(db, workLogId))?.exampleId ?? ''
    const url = new URL(photoPath(asMeera.links, { workLogId, photoId }, NOW), 'http://shop.test')
    const [until, proof] = [Number(url.searchParams.get('until')), url.searchParams.get('proof') ?? '']
    const link = { workLogId, photoId, until, proof }
    expect((await openPhoto(ctx(sunita), link)).ok).toBe(true)
    expect(await openPhoto(ctx(stranger), link)).toMatchObject({ reason: 'photo_not_found' })
    must(await submitPhoto(ctx(sunita), { workLogId, bytes: await phonePhoto(901) }))
    const later = ctx(meera, { now: new Date(NOW.getTime() + 1000) })
    must(await rejectTask(later, rejection))
    expect((await findTask(db, workLogId))?.exampleId).toBeNull()
  })

  it('by two at once pays once', async () => {
    const workLogId = await submitted(geeta)
    const before = await payBalance(db, geeta.id)
    const tries = await Promise.all(
      [asMeera, asAdmin, asMeera].map((one, at) =>
        approveTask(one, { workLogId, rating: 4, doneQuantity: 10 + at }),
      ),
    )
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1)
    expect(tries.filter((one) => !one.ok && one.reason === 'task_not_in_review')).toHaveLength(2)
    const paid = (await findTask(db, workLogId))?.paymentAmount
    expect((await payBalance(db, geeta.id)).owed - before.owed).toBe(paid)
  })
})

describe('a task for the whole group', () => {
  const given = (batchId: string = randomUUID()) => ({ groupId, batchId, completionDeadline: soon })
  const shares = [
    { userId: sunita.id, quantity: 30 },
    { userId: geeta.id, quantity: 20 },
  ]
  const ofBatch = (batchId: string) =>
    db.selectFrom('workLogs').selectAll().where('taskId', '=', batchId).orderBy('quantity').execute()

  it('is shared by count and paid by the piece, each worker is told', async () => {
    const jobs: string[] = []
    const send = async (_: unknown, job: { queue: string }) => void jobs.push(job.queue)
    const told = { ...asMeera, jobs: { ...asMeera.jobs, send } }
    const form = given()
    const templateId = await newTemplate()
    const zero = { userId: geeta.id, quantity: 0 }
    const made = await handOutTask(told, { ...form, templateId, shares: [...shares, zero] })
    expect(made).toEqual({ ok: true, value: { tasks: 2 } })
    expect(await ofBatch(form.batchId)).toMatchObject([
      { userId: geeta.id, quantity: 20, paymentAmount: rupees(80), expectedMinutes: 30 },
      { userId: sunita.id, quantity: 30, paymentAmount: rupees(120), expectedMinutes: 45 },
    ])
    expect(jobs).toEqual(['programme-mail', 'programme-mail'])
  })

  it('is made once by a double click', async () => {
    const form = { ...given(), templateId: await newTemplate(), shares }
    const tries = await Promise.all([1, 2, 3, 4].map(() => handOutTask(asMeera, form)))
    expect(tries.map((one) => one.ok && one.value.tasks).toSorted()).toEqual([0, 0, 0, 2])
    expect(await ofBatch(form.batchId)).toHaveLength(2)
  })

  it('is refused whole, and the form can be sent again', async () => {
    const templateId = await newTemplate()
    const form = { ...given(), templateId, shares: [...shares, { userId: stranger.id, quantity: 5 }] }
    expect(await handOutTask(asMeera, form)).toMatchObject({ reason: 'worker_not_found' })
    expect(await ofBatch(form.batchId)).toEqual([])
    expect(await handOutTask(asMeera, { ...form, shares })).toMatchObject({ value: { tasks: 2 } })
  })

  it('has limits', async () => {
    const templateId = await newTemplate()
    const give = (more: object, actor = asMeera) =>
      handOutTask(actor, { ...given(), templateId, shares, ...more })
    expect(await give({ shares: [] })).toMatchObject({ reason: 'nobody_chosen' })
    expect(await give({ groupId: otherGroup })).toMatchObject({ reason: 'group_not_found' })
    expect(await give({ completionDeadline: NOW })).toMatchObject({ reason: 'deadline_passed' })
    const much = { shares: [{ userId: sunita.id, quantity: 12_501 }] }
    expect(await give(much)).toMatchObject({ reason: 'too_much_pay' })
    expect((await give(much, asAdmin)).ok).toBe(true)
    const tooMuch = { shares: [{ userId: sunita.id, quantity: 100_000 * 3 }] }
    expect(await give(tooMuch, asAdmin)).toMatchObject({ reason: 'task_pay_too_high' })
    must(await archiveTemplate(asMeera, { templateId, isArchived: true }))
    expect(await give({})).toMatchObject({ reason: 'template_not_found' })
    const theirs = await newTemplate({ groupId: otherGroup }, ctx(elsewhere))
    expect(await give({ templateId: theirs })).toMatchObject({ reason: 'template_not_found' })
  })

  it('copies last week’s tasks with new counts, paid by the piece as before', async () => {
    const own = await newGroup()
    const worker = await makeWorker(asAdmin, { groupId: own })
    const workLogId = await submitted(worker)
    must(await approveTask(asAdmin, { workLogId, rating: 5, doneQuantity: 11 }))
    const listed = await listGivenTo(db, own, new Date(NOW.getTime() - DAY_MS), soon)
    expect(listed).toMatchObject([{ id: workLogId, quantity: 50, paidFor: 11, paymentAmount: rupees(44) }])
    const as = ctx(await makeCoordinator(asAdmin, [own]))
    const form = { ...given(), groupId: own, copies: [{ workLogId, quantity: 25 }] }
    const tries = await Promise.all([copyTasks(as, form), copyTasks(as, form)])
    expect(tries.map((one) => one.ok && one.value.tasks).toSorted()).toEqual([0, 1])
    expect(await ofBatch(form.batchId)).toMatchObject([
      { userId: worker.id, quantity: 25, paymentAmount: rupees(100), expectedMinutes: 120 },
    ])
    const strange = { ...given(), copies: [{ workLogId, quantity: 25 }] }
    expect(await copyTasks(asMeera, strange)).toMatchObject({ reason: 'task_not_found' })
  })
})

describe('a template', () => {
  it('of all groups is an admin’s', async () => {
    const forAll = { ...TEMPLATE, groupId: null, templateId: null, seenAt: null }
    expect(await saveTemplate(asMeera, forAll)).toMatchObject({ reason: 'group_not_found' })
    const { templateId } = must(await saveTemplate(asAdmin, forAll))
    expect((await listTemplates(db, meera.coordinates)).map(({ id }) => id)).toContain(templateId)
    expect(await archiveTemplate(asMeera, { templateId, isArchived: true })).toMatchObject({
      reason: 'template_not_found',
    })
  })

  it('pays at least the shop’s least per hour', async () => {
    const poor = { ...TEMPLATE, payPerUnit: rupees(0.5), templateId: null, seenAt: null }
    expect(await saveTemplate(asMeera, poor)).toMatchObject({ reason: 'pays_too_little' })
    expect((await saveTemplate(asMeera, { ...poor, minutesPerUnit: null })).ok).toBe(true)
  })

  it('changed by two at once keeps the first change', async () => {
    const templateId = await newTemplate()
    const seenAt = (await findTemplate(db, templateId))?.updatedAt ?? null
    const later = ctx(meera, { now: new Date(NOW.getTime() + 1000) })
    const tries = await Promise.all(
      ['Clean millet', 'Check seals'].map((taskName) =>
        saveTemplate(later, { ...TEMPLATE, taskName, templateId, seenAt }),
      ),
    )
    expect(tries.map((one) => (one.ok ? 'saved' : one.reason)).toSorted()).toEqual([
      'saved',
      'template_changed',
    ])
  })
})

it('a group’s page tells each member’s work and pay, and where buyers read the group’s name', async () => {
  const own = await newGroup()
  const worker = await makeWorker(asAdmin, { groupId: own, madeByConsent: true })
  const workLogId = await submitted(worker)
  must(await approveTask(asAdmin, { workLogId, rating: 5, doneQuantity: 11 }))
  const pending = await makeTask(asAdmin, worker)
  expect(await listMembers(db, own, NOW)).toMatchObject([
    {
      userId: worker.id,
      done: 1,
      earned: rupees(44),
      paid: 0,
      owed: rupees(44),
      madeByConsentAt: NOW,
      tasks: [{ id: pending, state: 'pending' }],
    },
  ])
  const nextMonth = new Date(NOW.getTime() + 40 * DAY_MS)
  expect(await listMembers(db, own, nextMonth)).toMatchObject([{ done: 0, earned: 0, owed: rupees(44) }])
  expect(await productsNaming(db, own)).toEqual([])
})
