import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeSession } from '#db/factories/session.ts'
import { makeCoordinator, makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { type Picture, pictureKey, pictureUrl } from '#shop/catalogue/picture.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { listMembers, productsNamingGroup } from '#shop/programme/coordinator.read.ts'
import { correctWorker, removeWorker } from '#shop/programme/correct-worker.ts'
import { copyTasks, handOutTask, withdrawTask } from '#shop/programme/give-tasks.ts'
import { addMinimumWage, setCoordinator, setWageState } from '#shop/programme/manage-groups.ts'
import { startTask } from '#shop/programme/own-task.ts'
import { countOpenQuestions, listOpenQuestions, payBalance } from '#shop/programme/pay.read.ts'
import { taskHourlyRate } from '#shop/programme/pay.ts'
import {
  answerPayQuestion,
  askAboutPay,
  leaveToAdmins,
  MAX_UNANSWERED,
} from '#shop/programme/pay-questions.ts'
import { openPhoto, submitPhoto } from '#shop/programme/photo-upload.ts'
import { approveTask, rejectTask } from '#shop/programme/review-task.ts'
import { isValidPhotoUrl, photoPath } from '#shop/programme/signed-url.ts'
import { acceptedQuantity } from '#shop/programme/task.ts'
import { archiveTemplate, saveTemplate } from '#shop/programme/task-templates.ts'
import {
  approvedPhotos,
  earlierPhotos,
  findTask,
  listCreatedTasks,
  listForReview,
} from '#shop/programme/tasks.read.ts'
import {
  EXAMPLE_PICTURE,
  evenShares,
  type TemplateInput,
  templateInput,
  withoutCopies,
} from '#shop/programme/template-fields.ts'
import { findLastHandOut, findTemplate, listTemplates } from '#shop/programme/templates.read.ts'
import { findGroup, findWorker, listCoordinatorsOf } from '#shop/programme/workers.read.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { noisyPhoto, phonePhoto } from '#tests/pictures.ts'
import { taskHistory } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx } = shop
const { admin, asAdmin, makeGroup: newGroup, sendPhoto, ...programme } = await story(shop)
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

const submitTask = (worker = sunita, quantity = 50) =>
  programme.makeSubmittedTask(worker, { quantity, paymentAmount: rupees(200) })

const makeTemplate = async (fields: Partial<TemplateInput> = {}, actor = asMeera) =>
  must(await saveTemplate(actor, { ...TEMPLATE, ...fields, templateId: null, seenAt: null })).templateId

describe('the coordinator role', () => {
  it('keeps the verified second factor when its groups change, but not when the role is given again', async () => {
    const { id: userId } = await makeUser(db)
    const setGroups = async (groupIds: string[]) => must(await setCoordinator(asAdmin, { userId, groupIds }))
    await setGroups([groupId])
    await makeSession(db, userId, SECRET)
    const factorTime = async () =>
      (await db.selectFrom('sessions').select('factorAt').where('userId', '=', userId).executeTakeFirst())
        ?.factorAt
    await setGroups([otherGroup])
    expect(await factorTime()).toBeInstanceOf(Date)
    await setGroups([])
    await setGroups([otherGroup])
    expect(await factorTime()).toBeNull()
  })

  it('is given and taken away, which is in the audit log', async () => {
    const { id: userId } = await makeUser(db)
    const unknown = { userId, groupIds: [randomUUID()] }
    expect(await setCoordinator(asAdmin, unknown)).toMatchObject(err('group_not_found'))
    must(await setCoordinator(asAdmin, { userId, groupIds: [groupId, groupId] }))
    must(await setCoordinator(asAdmin, { userId, groupIds: [] }))
    const { name = '' } = (await findGroup(db, groupId)) ?? {}
    const changes = await listChanges(db, { entity: 'user', entityId: userId, limit: 5 })
    expect(changes.map((change) => [change.before, change.after])).toEqual([
      [{ coordinates: [name] }, { coordinates: [] }],
      [{ coordinates: [] }, { coordinates: [name] }],
    ])
    // A coordinator role that admins give themselves would outlast their staff role.
    expect(await setCoordinator(asAdmin, { userId: admin.id, groupIds: [groupId] })).toMatchObject(
      err('own_roles'),
    )
    const { id } = await makeUser(db, { emailVerified: false })
    expect(await setCoordinator(asAdmin, { userId: id, groupIds: [groupId] })).toMatchObject(
      err('email_not_verified'),
    )
  })

  it('treats tasks, questions and templates of other groups as unknown', async () => {
    const [task, submitted] = [await makeTask(asAdmin, stranger), await submitTask(stranger)]
    const refusal = err('task_not_found')
    expect(await approveTask(asMeera, { workLogId: submitted, rating: 5 })).toEqual(refusal)
    const rejection = { workLogId: submitted, preset: 'quality', reason: '' } as const
    expect(await rejectTask(asMeera, rejection)).toEqual(refusal)
    expect(await withdrawTask(asMeera, { workLogId: task })).toEqual(refusal)
    expect(await withdrawTask(asMeera, { workLogId: await makeTask(asAdmin, null) })).toEqual(refusal)
    const { questionId } = must(await askAboutPay(ctx(stranger), { payoutLineId: null, question: 'When?' }))
    const answer = { questionId, answer: 'Friday' }
    expect(await answerPayQuestion(asMeera, answer)).toMatchObject(err('question_not_found'))
    expect((await answerPayQuestion(ctx(elsewhere), answer)).ok).toBe(true)
    const templateId = await makeTemplate({ groupId: otherGroup }, ctx(elsewhere))
    const seenAt = (await findTemplate(db, templateId))?.updatedAt ?? null
    const template = { ...TEMPLATE, templateId, seenAt }
    expect(await saveTemplate(asMeera, template)).toMatchObject(err('template_not_found'))
    expect(await archiveTemplate(asMeera, { templateId, isArchived: true })).toMatchObject(
      err('template_not_found'),
    )
    const states = ['pending_review'] as const
    const reviews = await listForReview(db, { states, limit: 50, offset: 0, groupIds: meera.coordinates })
    expect(reviews.map(({ id }) => id)).not.toContain(submitted)
    expect((await listTemplates(db, meera.coordinates)).map(({ id }) => id)).not.toContain(templateId)
  })

  it('opens only photos of the coordinator’s groups', async () => {
    const workLogId = await submitTask()
    const photoId = (await findTask(db, workLogId))?.photo?.id ?? ''
    const url = new URL(photoPath(asMeera.links, { workLogId, photoId }, NOW), 'http://shop.test')
    const [until, proof] = [Number(url.searchParams.get('until')), url.searchParams.get('proof') ?? '']
    const link = { workLogId, photoId, until, proof }
    expect(isValidPhotoUrl(asMeera.links, link, NOW)).toBe(true)
    expect((await openPhoto(asMeera, link)).ok).toBe(true)
    expect(await openPhoto(ctx(elsewhere), link)).toMatchObject(err('photo_not_found'))
  })
})

describe('questions about pay', () => {
  const makeQuestion = async (worker: Person, question: string) =>
    must(await askAboutPay(ctx(worker), { payoutLineId: null, question })).questionId

  it('are listed for the coordinator’s groups; questions left to admins are not counted, and only admins answer them', async () => {
    const own = await newGroup()
    const worker = await makeWorker(asAdmin, { groupId: own })
    const asCoordinator = ctx(await makeCoordinator(asAdmin, [own]))
    const [first, second] = [
      await makeQuestion(worker, 'Which lids?'),
      await makeQuestion(worker, 'Which box?'),
    ]
    const listQuestions = async () =>
      (await listOpenQuestions(db, [own])).map(({ id, forAdminsAt }) => [id, forAdminsAt])
    expect((await listQuestions()).map(([id]) => id).toSorted()).toEqual([first, second].toSorted())
    expect(await leaveToAdmins(ctx(elsewhere), first)).toMatchObject(err('question_not_found'))
    must(await leaveToAdmins(asCoordinator, first))
    expect(await countOpenQuestions(db, [own])).toBe(1)
    expect(await listQuestions()).toContainEqual([first, NOW])
    expect((await listOpenQuestions(db, elsewhere.coordinates)).map(({ id }) => id)).not.toContain(first)
    const answer = { questionId: first, answer: 'On Friday' }
    expect(await answerPayQuestion(asCoordinator, answer)).toMatchObject(err('question_for_admins'))
    must(await answerPayQuestion(asAdmin, answer))
    expect(await leaveToAdmins(asCoordinator, second)).toMatchObject({ ok: true })
    const third = await makeQuestion(worker, 'Which jars?')
    must(await answerPayQuestion(asCoordinator, { questionId: third, answer: 'The blue ones' }))
    expect(await leaveToAdmins(asCoordinator, third)).toMatchObject(err('question_answered'))
  })

  it('are limited to ten unanswered questions per worker, even if asked concurrently', async () => {
    const worker = await makeWorker(asAdmin, { groupId })
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        askAboutPay(ctx(worker), { payoutLineId: null, question: `Question ${at}` }),
      ),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(MAX_UNANSWERED)
    expect(outcomes).toContainEqual(err('too_many_questions'))
  })
})

describe('approveTask and rejectTask', () => {
  it('pay for the accepted pieces: 11 of 50', async () => {
    const workLogId = await submitTask()
    const earlier = await payBalance(db, sunita.id)
    must(await approveTask(asMeera, { workLogId, rating: 4, doneQuantity: 11 }))
    expect((await payBalance(db, sunita.id)).owed - earlier.owed).toBe(rupees(44))
    const task = await findTask(db, workLogId)
    expect(task).toMatchObject({ approvedQuantity: 11, paymentAmount: rupees(44) })
    expect(task && acceptedQuantity(task)).toBe(11)
    // ₹44 for 22 minutes: if 50 pieces take 100 minutes, 11 pieces take 22.
    expect(task && taskHourlyRate({ ...task, expectedMinutes: 100 })).toBe(rupees(120))
    expect((await taskHistory(db, workLogId)).at(-1)?.note).toBe('4 of 5, 11 of 50 accepted')
  })

  it('are idempotent by decisionId and actor', async () => {
    const workLogId = await submitTask()
    const approval = { workLogId, rating: 4, doneQuantity: 11, decisionId: randomUUID() }
    const outcomes = await Promise.all([approveTask(asMeera, approval), approveTask(asMeera, approval)])
    expect(outcomes).toEqual([ok(null), ok(null)])
    expect(await approveTask(asMeera, approval)).toEqual(ok(null))
    expect(await findTask(db, workLogId)).toMatchObject({ approvedQuantity: 11, paymentAmount: rupees(44) })
    expect((await taskHistory(db, workLogId)).filter(({ move }) => move === 'approve')).toHaveLength(1)
    // Another decisionId, or the same decisionId of another person, is a new decision.
    const refused = err('task_not_in_review')
    expect(await approveTask(asMeera, { ...approval, decisionId: randomUUID() })).toMatchObject(refused)
    expect(await approveTask(asAdmin, approval)).toMatchObject(refused)
  })

  it('refuse a decision about an earlier photo', async () => {
    const workLogId = await submitTask()
    const photoId = (await findTask(db, workLogId))?.photo?.id
    const rejection = { workLogId, photoId, preset: 'quality', reason: '' } as const
    const offlineRejection = { ...rejection, decisionId: randomUUID() }
    must(await rejectTask(asAdmin, rejection))
    await sendPhoto(sunita, workLogId)
    expect(await rejectTask(asMeera, offlineRejection)).toMatchObject(err('task_not_in_review'))
    expect(await approveTask(asMeera, { workLogId, photoId, rating: 5 })).toMatchObject({ ok: false })
    expect((await findTask(db, workLogId))?.state).toBe('pending_review')
    const newPhotoId = (await findTask(db, workLogId))?.photo?.id
    must(await rejectTask(asMeera, { ...offlineRejection, photoId: newPhotoId }))
    await sendPhoto(sunita, workLogId)
    // Repeating a decision after the next photo changes nothing.
    expect(await rejectTask(asMeera, { ...offlineRejection, photoId: newPhotoId })).toEqual(ok(null))
    expect((await findTask(db, workLogId))?.state).toBe('pending_review')
  })

  it('accept any number of pieces from 1 to all of the task', async () => {
    const workLogId = await submitTask()
    for (const doneQuantity of [0, 51])
      expect(await approveTask(asMeera, { workLogId, rating: 4, doneQuantity })).toMatchObject(
        err('count_out_of_range'),
      )
    must(await approveTask(asMeera, { workLogId, rating: 4, doneQuantity: 50 }))
    expect(await findTask(db, workLogId)).toMatchObject({
      approvedQuantity: null,
      paymentAmount: rupees(200),
    })
  })

  it('refuse the reviewer’s own work, and stock that a coordinator enters', async () => {
    const workLogId = await submitTask()
    const rejection = { workLogId, preset: 'quality', reason: '' } as const
    for (const role of [{ coordinates: [groupId] }, { staffRole: 'owner' as const }]) {
      const self = ctx({ ...sunita, ...role })
      expect(await approveTask(self, { workLogId, rating: 5 })).toMatchObject(err('own_task'))
      expect(await rejectTask(self, rejection)).toMatchObject(err('own_task'))
    }
    const withStock = { workLogId, rating: 5, stockQuantity: 1 }
    expect(await approveTask(asMeera, withStock)).toMatchObject(err('not_allowed'))
  })

  it('show the worker the example picture of the last rejection', async () => {
    const workLogId = await submitTask()
    const rejection = { workLogId, preset: 'quality', reason: '' } as const
    const broken = { ...rejection, picture: new Uint8Array([1, 2, 3]) }
    expect(await rejectTask(asMeera, broken)).toMatchObject(err('not_a_picture'))
    must(await rejectTask(asMeera, { ...rejection, picture: await noisyPhoto(600) }))
    expect(await rejectTask(asMeera, broken)).toMatchObject(err('task_not_in_review'))
    const photoId = (await findTask(db, workLogId))?.example?.id ?? ''
    const url = new URL(photoPath(asMeera.links, { workLogId, photoId }, NOW), 'http://shop.test')
    const [until, proof] = [Number(url.searchParams.get('until')), url.searchParams.get('proof') ?? '']
    const link = { workLogId, photoId, until, proof }
    const full = must(await openPhoto(ctx(sunita), link))
    const small = must(await openPhoto(ctx(sunita), { ...link, isSmall: true }))
    expect(full.bytes.length).toBeGreaterThan(EXAMPLE_PICTURE.maxBytes)
    expect(small.bytes.length).toBeLessThanOrEqual(EXAMPLE_PICTURE.maxBytes)
    for (const isSmall of [false, true])
      expect(await openPhoto(ctx(stranger), { ...link, isSmall })).toMatchObject(err('photo_not_found'))
    await sendPhoto(sunita, workLogId)
    const later = ctx(meera, { now: new Date(NOW.getTime() + 1000) })
    must(await rejectTask(later, rejection))
    expect((await findTask(db, workLogId))?.example).toBeNull()
  })
})

it('approvedPhotos returns photos of the same template, then of the same product, within the groups', async () => {
  const own = await newGroup()
  const [asha, rekha] = [
    await makeWorker(asAdmin, { groupId: own }),
    await makeWorker(asAdmin, { groupId: own }),
  ]
  const productId = await makeProduct(db)
  const templateId = await makeTemplate({ groupId: null, productId }, asAdmin)
  const other = await makeTemplate({ groupId: null, productId, taskName: 'Other' }, asAdmin)
  const submitTemplateTask = async (worker: typeof asha, of: string, number: number, group = own) => {
    const form = { groupId: group, batchId: randomUUID(), completionDeadline: soon, templateId: of }
    must(await handOutTask(asAdmin, { ...form, isAgain: true, shares: [{ userId: worker.id, quantity: 5 }] }))
    const rows = await db.selectFrom('workLogs').select('id').where('taskId', '=', form.batchId).execute()
    const workLogId = rows[0]?.id ?? ''
    must(await startTask(ctx(worker), { workLogId }))
    must(await submitPhoto(ctx(worker), { workLogId, bytes: await phonePhoto(number) }))
    return workLogId
  }
  const sameTemplate = await submitTemplateTask(asha, templateId, 801)
  const sameProduct: string[] = []
  for (const number of [811, 812, 813]) sameProduct.push(await submitTemplateTask(asha, other, number))
  const elsewhereTask = await submitTemplateTask(stranger, templateId, 803, otherGroup)
  for (const [minute, workLogId] of [sameTemplate, elsewhereTask, ...sameProduct].entries()) {
    const asAdminLater = ctx(admin, { now: new Date(NOW.getTime() + minute * 60_000) })
    must(await approveTask(asAdminLater, { workLogId, rating: 5 }))
  }
  const [pending, rejected] = [
    await submitTemplateTask(rekha, templateId, 804),
    await submitTemplateTask(rekha, templateId, 805),
  ]
  must(await rejectTask(asAdmin, { workLogId: rejected, preset: 'quality', reason: '' }))
  const photosFor = async (groups: readonly string[] | null) =>
    (await approvedPhotos(db, [pending], groups)).map((photo) => photo.workLogId)
  // Photos of the same template come first, though photos of the product are newer.
  expect(await photosFor([own])).toEqual([sameTemplate, sameProduct[2], sameProduct[1]])
  expect(await photosFor(null)).toEqual([elsewhereTask, sameTemplate, sameProduct[2]])
  // Also returns the rejected photo after the worker has sent another.
  must(await submitPhoto(ctx(rekha), { workLogId: rejected, bytes: await phonePhoto(806) }))
  expect(await earlierPhotos(db, [rejected, pending])).toMatchObject([{ workLogId: rejected }])
})

it('handOutTask creates the tasks of twelve members once when the form is sent twice concurrently', async () => {
  const own = await newGroup()
  const members: string[] = []
  for (let at = 0; at < 12; at += 1) members.push((await makeWorker(asAdmin, { groupId: own })).id)
  const counts = evenShares(500, 12)
  expect(counts).toEqual([42, 42, 42, 42, 42, 42, 42, 42, 41, 41, 41, 41])
  const asCoordinator = ctx(await makeCoordinator(asAdmin, [own]))
  const templateId = await makeTemplate({ groupId: null }, asAdmin)
  const shares = members.map((userId, at) => ({ userId, quantity: counts[at] ?? 0 }))
  const form = { groupId: own, batchId: randomUUID(), completionDeadline: soon, templateId, shares }
  const outcomes = await Promise.all([handOutTask(asCoordinator, form), handOutTask(asCoordinator, form)])
  expect(
    outcomes.map((outcome) => outcome.ok && outcome.value.tasks).toSorted((a, b) => Number(a) - Number(b)),
  ).toEqual([0, 12])
  const sums = db.selectFrom('workLogs').where('taskId', '=', form.batchId)
  expect(
    await sums
      .select(({ fn }) => [fn.countAll<number>().as('tasks'), fn.sum<number>('quantity').as('pieces')])
      .executeTakeFirst(),
  ).toMatchObject({ tasks: 12, pieces: 500 })
})

describe('handOutTask and copyTasks', () => {
  const batchForm = (batchId: string = randomUUID()) => ({ groupId, batchId, completionDeadline: soon })
  const shares = [
    { userId: sunita.id, quantity: 30 },
    { userId: geeta.id, quantity: 20 },
  ]
  const tasksOfBatch = (batchId: string) =>
    db.selectFrom('workLogs').selectAll().where('taskId', '=', batchId).orderBy('quantity').execute()

  it('give each member a share, paid by the piece, and email the workers', async () => {
    const jobs: string[] = []
    const send = async (_: unknown, job: { queue: string }) => void jobs.push(job.queue)
    const withJobs = { ...asMeera, jobs: { ...asMeera.jobs, send } }
    const form = batchForm()
    const templateId = await makeTemplate()
    const zero = { userId: geeta.id, quantity: 0 }
    const outcome = await handOutTask(withJobs, { ...form, templateId, shares: [...shares, zero] })
    expect(outcome).toEqual({ ok: true, value: { tasks: 2 } })
    expect(await tasksOfBatch(form.batchId)).toMatchObject([
      { userId: geeta.id, quantity: 20, paymentAmount: rupees(80), expectedMinutes: 30 },
      { userId: sunita.id, quantity: 30, paymentAmount: rupees(120), expectedMinutes: 45 },
    ])
    expect(jobs).toEqual(['programme-mail', 'programme-mail'])
  })

  it('need a confirmation if the same template was used within an hour', async () => {
    const templateId = await makeTemplate()
    const give = (minutes: number, more: object = {}) =>
      handOutTask(
        { ...asMeera, now: new Date(NOW.getTime() + minutes * 60_000) },
        { ...batchForm(), templateId, shares, ...more },
      )
    must(await give(0))
    expect(await give(59)).toMatchObject(err('given_already'))
    expect(
      await findLastHandOut(db, { groupId, templateId, now: new Date(NOW.getTime() + 59 * 60_000) }),
    ).toEqual({
      at: NOW,
      byName: meera.fullName,
    })
    expect((await give(59, { isAgain: true })).ok).toBe(true)
    expect((await give(119)).ok).toBe(true)
    const both = await makeTemplate()
    const outcomes = await Promise.all([give(0, { templateId: both }), give(0, { templateId: both })])
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  })

  it('create no task after a refusal, and accept the corrected form', async () => {
    const templateId = await makeTemplate()
    const form = { ...batchForm(), templateId, shares: [...shares, { userId: stranger.id, quantity: 5 }] }
    expect(await handOutTask(asMeera, form)).toMatchObject(err('worker_not_found'))
    expect(await tasksOfBatch(form.batchId)).toEqual([])
    expect(await handOutTask(asMeera, { ...form, shares })).toMatchObject({ value: { tasks: 2 } })
  })

  it('refuse groups of other coordinators, impossible deadlines, too much pay, and missing workers and templates', async () => {
    const templateId = await makeTemplate()
    const give = (more: object, actor = asMeera) =>
      handOutTask(actor, { ...batchForm(), templateId, shares, ...more })
    expect(await give({ shares: [] })).toMatchObject(err('nobody_chosen'))
    expect(await give({ groupId: otherGroup })).toMatchObject(err('group_not_found'))
    expect(await give({ completionDeadline: NOW })).toMatchObject(err('deadline_passed'))
    const completionDeadline = new Date('9999-12-31T18:29:59Z')
    expect(await give({ completionDeadline })).toMatchObject(err('deadline_too_far'))
    const much = { shares: [{ userId: sunita.id, quantity: 12_501 }] }
    expect(await give(much)).toMatchObject(err('too_much_pay'))
    expect((await give({ ...much, isAgain: true }, asAdmin)).ok).toBe(true)
    const tooMuch = { shares: [{ userId: sunita.id, quantity: 100_000 * 3 }] }
    expect(await give({ ...tooMuch, isAgain: true }, asAdmin)).toMatchObject(err('task_pay_too_high'))
    must(await archiveTemplate(asMeera, { templateId, isArchived: true }))
    expect(await give({})).toMatchObject(err('template_not_found'))
    const foreignTemplate = await makeTemplate({ groupId: otherGroup }, ctx(elsewhere))
    expect(await give({ templateId: foreignTemplate })).toMatchObject(err('template_not_found'))
  })

  it('limit the pay that a coordinator promises in 24 hours to ₹2,00,000, even with concurrent forms', async () => {
    const [first, second] = [await newGroup(), await newGroup()]
    const tara = await makeCoordinator(asAdmin, [first, second])
    const members = [
      await makeWorker(asAdmin, { groupId: first }),
      await makeWorker(asAdmin, { groupId: second }),
    ]
    const templates = [
      await makeTemplate({ groupId: first }, ctx(tara)),
      await makeTemplate({ groupId: second }, ctx(tara)),
    ]
    const [userId, templateId] = [members[0]?.id ?? '', templates[0] ?? '']
    const give = (quantity: number, more: object = {}, now = NOW) => {
      const form = {
        ...batchForm(),
        groupId: first,
        templateId,
        isAgain: true,
        shares: [{ userId, quantity }],
      }
      return handOutTask(ctx(tara, { now }), { ...form, batchId: randomUUID(), ...more })
    }
    for (const _ of [1, 2, 3]) expect((await give(12_500)).ok).toBe(true)
    const secondForm = {
      groupId: second,
      templateId: templates[1],
      shares: [{ userId: members[1]?.id, quantity: 12_500 }],
    }
    // The lock of a group does not serialize forms of different groups.
    const outcomes = await Promise.all([
      give(12_500),
      give(12_500, secondForm),
      give(12_500),
      give(12_500, secondForm),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await give(1)).toMatchObject(err('too_much_pay_today'))
    const tasks = db.selectFrom('workLogs').select('id').where('userId', '=', userId)
    const { id: workLogId } = await tasks.executeTakeFirstOrThrow()
    must(await withdrawTask(asAdmin, { workLogId }))
    expect((await give(12_500)).ok).toBe(true)
    expect((await give(1, {}, new Date(NOW.getTime() + DAY_MS - 1))).ok).toBe(false)
    expect((await give(12_500, {}, new Date(NOW.getTime() + DAY_MS))).ok).toBe(true)
  })

  it('copy earlier tasks with new counts at the same pay per piece', async () => {
    const own = await newGroup()
    const worker = await makeWorker(asAdmin, { groupId: own })
    const workLogId = await submitTask(worker)
    must(await approveTask(asAdmin, { workLogId, rating: 5, doneQuantity: 11 }))
    const listed = await listCreatedTasks(db, own, new Date(NOW.getTime() - DAY_MS), soon)
    expect(listed).toMatchObject([{ id: workLogId, quantity: 50, paidCount: 11, paymentAmount: rupees(44) }])
    const asCoordinator = ctx(await makeCoordinator(asAdmin, [own]))
    const form = { ...batchForm(), groupId: own, copies: [{ workLogId, quantity: 25 }] }
    const outcomes = await Promise.all([copyTasks(asCoordinator, form), copyTasks(asCoordinator, form)])
    expect(outcomes.map((outcome) => outcome.ok && outcome.value.tasks).toSorted()).toEqual([0, 1])
    expect(await tasksOfBatch(form.batchId)).toMatchObject([
      { userId: worker.id, quantity: 25, paymentAmount: rupees(100), expectedMinutes: 120 },
    ])
    const second = { ...form, batchId: randomUUID() }
    expect(await copyTasks(asCoordinator, second)).toMatchObject(err('given_already'))
    expect((await copyTasks(asCoordinator, { ...second, isAgain: true })).ok).toBe(true)
    const tomorrow = { ...asCoordinator, now: new Date(NOW.getTime() + DAY_MS) }
    expect((await copyTasks(tomorrow, { ...second, batchId: randomUUID() })).ok).toBe(true)
    const foreign = { ...batchForm(), copies: [{ workLogId, quantity: 25 }] }
    expect(await copyTasks(asMeera, foreign)).toMatchObject(err('task_not_found'))
  })
})

describe('the workers of a group', () => {
  it('get a corrected name and number from their coordinator, which the audit log records', async () => {
    const worker = await makeWorker(asAdmin, { groupId, phone: '9811100001' })
    const numbers = { phone: '9811100002', seenPhone: '9811100001' }
    const correction = { userId: worker.id, fullName: 'Sunita Patil', ...numbers }
    expect(await correctWorker(ctx(elsewhere), correction)).toEqual(err('worker_not_found'))
    expect(await correctWorker(asMeera, { ...correction, userId: meera.id })).toMatchObject({ ok: false })
    must(await correctWorker(asMeera, correction))
    const { fullName, phone } = correction
    expect(await findWorker(db, worker.id)).toMatchObject({ fullName, phone })
    const [change] = await listChanges(db, { entity: 'worker', entityId: worker.id, limit: 1 })
    expect(change).toMatchObject({ action: 'correct worker', actorId: meera.id })
    // This form shows the number from before the correction.
    expect(await correctWorker(asMeera, { ...correction, phone: '9811100009' })).toEqual(
      err('worker_changed'),
    )
    const nameOnly = { ...correction, fullName: 'Sunita P.', phone: correction.seenPhone }
    must(await correctWorker(asMeera, nameOnly))
    expect(await findWorker(db, worker.id)).toMatchObject({ fullName: 'Sunita P.', phone })
  })

  it('are removed only if they have no work and no pay', async () => {
    const [idle, busy] = [await makeWorker(asAdmin, { groupId }), await makeWorker(asAdmin, { groupId })]
    const workLogId = await makeTask(asAdmin, busy)
    expect(await removeWorker(ctx(elsewhere), idle.id)).toEqual(err('worker_not_found'))
    expect(await removeWorker(asMeera, busy.id)).toEqual(err('worker_has_work'))
    must(await removeWorker(asMeera, idle.id))
    expect(await findWorker(db, idle.id)).toBeNull()
    must(await withdrawTask(asMeera, { workLogId }))
    must(await removeWorker(asMeera, busy.id))
    expect((await listMembers(db, groupId, NOW)).map(({ userId }) => userId)).not.toContain(busy.id)
  })

  it('see the coordinators of the group, beginning with coordinators who have a number', async () => {
    const group = await newGroup()
    const worker = await makeWorker(asAdmin, { groupId: group, phone: '9811100003' })
    const coordinator = await makeCoordinator(asAdmin, [group])
    must(await setCoordinator(asAdmin, { userId: worker.id, groupIds: [group] }))
    const contacts = await listCoordinatorsOf(db, group)
    expect(contacts[0]).toEqual({ name: worker.fullName, phone: '9811100003' })
    expect(contacts.map(({ name }) => name)).toContain(coordinator.fullName)
  })
})

describe('saveTemplate', () => {
  it('accepts texts in only one language, but not a template without texts', () => {
    const { groupId: _, ...words } = TEMPLATE
    const parsed = templateInput.parse({
      ...words,
      taskName: '',
      taskNameHi: 'मसाला भरें',
      taskDescription: '',
    })
    expect(parsed).toMatchObject({ taskName: 'मसाला भरें', taskDescription: 'तौलें।' })
    expect(templateInput.safeParse({ ...words, taskName: '' }).error?.issues).toMatchObject([
      { path: ['taskName'] },
    ])
    const form = withoutCopies({ ...TEMPLATE, ...parsed })
    expect(form).toMatchObject({ taskName: '', taskNameHi: 'मसाला भरें', taskDescription: '' })
  })

  it('refuses a template for all groups by a coordinator', async () => {
    const forAll = { ...TEMPLATE, groupId: null, templateId: null, seenAt: null }
    expect(await saveTemplate(asMeera, forAll)).toMatchObject(err('group_not_found'))
    const { templateId } = must(await saveTemplate(asAdmin, forAll))
    expect((await listTemplates(db, meera.coordinates)).map(({ id }) => id)).toContain(templateId)
    expect(await archiveTemplate(asMeera, { templateId, isArchived: true })).toMatchObject(
      err('template_not_found'),
    )
  })

  it('refuses pay below the minimum per hour, and very low pay without minutes, unless confirmed', async () => {
    const lowPay = { ...TEMPLATE, payPerUnit: rupees(0.5), templateId: null, seenAt: null }
    expect(await saveTemplate(asMeera, lowPay)).toMatchObject(err('pays_too_little'))
    expect((await saveTemplate(asMeera, { ...lowPay, acceptsLowPay: true })).ok).toBe(true)
    expect((await saveTemplate(asMeera, { ...lowPay, minutesPerUnit: null })).ok).toBe(true)
    const ninePaise = { ...lowPay, minutesPerUnit: null, payPerUnit: rupees(0.09) }
    expect(await saveTemplate(asMeera, ninePaise)).toMatchObject(err('pay_without_minutes'))
    expect((await saveTemplate(asMeera, { ...ninePaise, payPerUnit: rupees(0.1) })).ok).toBe(true)
    const fair = { ...TEMPLATE, templateId: null, seenAt: null }
    const wage = {
      state: 'Goa',
      dailyAmount: rupees(8000),
      hours: 8,
      validFrom: '2026-01-01',
      source: 'No. 1',
    } as const
    must(await addMinimumWage(asAdmin, wage))
    must(await setWageState(asAdmin, { groupId, state: 'Goa' }))
    expect(await saveTemplate(asMeera, fair)).toMatchObject(err('pays_too_little'))
    must(await setWageState(asAdmin, { groupId, state: null }))
    expect((await saveTemplate(asMeera, fair)).ok).toBe(true)
  })

  it('stores a picture of at most 8 KB, which existing tasks keep when it is replaced', async () => {
    const templateId = await makeTemplate()
    const save = async (picture: Uint8Array | 'none' | undefined, actor = asMeera) => {
      const seenAt = (await findTemplate(db, templateId))?.updatedAt ?? null
      return saveTemplate(actor, { ...TEMPLATE, templateId, seenAt, picture })
    }
    const fileOf = async (picture: Picture | null | undefined) =>
      picture ? asMeera.files.read(pictureKey(pictureUrl(picture)) ?? '') : null
    const ofTemplate = async () => (await findTemplate(db, templateId))?.picture
    must(await save(await phonePhoto(700)))
    const first = await ofTemplate()
    expect((await fileOf(first))?.bytes.length).toBeLessThanOrEqual(8 * 1024)
    must(await save(await phonePhoto(701)))
    expect(await fileOf(first)).toBeNull()
    const second = await ofTemplate()
    const batch = { groupId, batchId: randomUUID(), completionDeadline: soon }
    const share = [{ userId: sunita.id, quantity: 5 }]
    must(await handOutTask(asMeera, { ...batch, templateId, shares: share }))
    const tasks = await db.selectFrom('workLogs').select('id').where('taskId', '=', batch.batchId).execute()
    const workLogId = tasks[0]?.id ?? ''
    expect((await findTask(db, workLogId))?.picture).toEqual(second)
    const copyForm = { ...batch, batchId: randomUUID(), copies: [{ workLogId, quantity: 3 }] }
    must(await copyTasks(asMeera, copyForm))
    const copies = await db
      .selectFrom('workLogs')
      .select(['pictureId', 'templateId'])
      .where('taskId', '=', copyForm.batchId)
      .execute()
    expect(copies).toEqual([{ pictureId: second?.id, templateId }])
    // Without a new file the earlier picture stays.
    must(await save(undefined))
    expect(await ofTemplate()).toEqual(second)
    must(await save('none'))
    expect(await ofTemplate()).toBeNull()
    expect((await findTask(db, workLogId))?.picture).toEqual(second)
    expect(await fileOf(second)).not.toBeNull()
  })

  it('stores no picture when it refuses the template', async () => {
    const storedKeys: string[] = []
    const { files } = asMeera
    const put: typeof files.put = async (key, bytes, type) => {
      storedKeys.push(key)
      await files.put(key, bytes, type)
    }
    const withFiles = { ...asMeera, files: { ...files, put } }
    const picture = await phonePhoto(702)
    const own = { ...TEMPLATE, templateId: null, seenAt: null, picture: new Uint8Array([1]) }
    const foreign = { ...own, groupId: otherGroup }
    expect(await saveTemplate(withFiles, foreign)).toMatchObject(err('group_not_found'))
    const unknown = { ...own, productId: otherGroup, picture }
    expect(await saveTemplate(withFiles, unknown)).toMatchObject(err('product_not_found'))
    expect(await saveTemplate(withFiles, own)).toMatchObject(err('not_a_picture'))
    expect(storedKeys).toHaveLength(1)
    expect(await files.read(storedKeys[0] ?? '')).toBeNull()
  })

  it('accepts only one of two concurrent changes', async () => {
    const templateId = await makeTemplate()
    const seenAt = (await findTemplate(db, templateId))?.updatedAt ?? null
    const later = ctx(meera, { now: new Date(NOW.getTime() + 1000) })
    const outcomes = await Promise.all(
      ['Clean millet', 'Check seals'].map((taskName) =>
        saveTemplate(later, { ...TEMPLATE, taskName, templateId, seenAt }),
      ),
    )
    expect(outcomes.map((outcome) => (outcome.ok ? 'saved' : outcome.reason)).toSorted()).toEqual([
      'saved',
      'template_changed',
    ])
  })
})

it('listMembers returns each member’s open tasks and pay, in this and the next month', async () => {
  const own = await newGroup()
  const worker = await makeWorker(asAdmin, { groupId: own, madeByConsent: true })
  const workLogId = await submitTask(worker)
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
  expect(await productsNamingGroup(db, own)).toEqual([])
})
