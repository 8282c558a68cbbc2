import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeSession } from '#db/factories/session.ts'
import { makeCoordinator, makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { type Picture, pictureKey, pictureUrl } from '#shop/catalogue/picture.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { listMembers, productsNaming } from '#shop/programme/coordinator.read.ts'
import { copyTasks, handOutTask, withdrawTask } from '#shop/programme/give-tasks.ts'
import { addMinimumWage, placeGroup, setCoordinator } from '#shop/programme/manage-groups.ts'
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
import { acceptedOf } from '#shop/programme/task.ts'
import { archiveTemplate, saveTemplate } from '#shop/programme/task-templates.ts'
import {
  approvedPhotos,
  earlierPhotos,
  findTask,
  listForReview,
  listGivenTo,
  taskHistory,
} from '#shop/programme/tasks.read.ts'
import { EXAMPLE_PICTURE, evenShares, type TemplateInput } from '#shop/programme/template-fields.ts'
import { findTemplate, lastGiven, listTemplates } from '#shop/programme/templates.read.ts'
import { findGroup } from '#shop/programme/workers.read.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { noisyPhoto, phonePhoto } from '#tests/pictures.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase({ poolSize: 10 })
const { db, ctx } = shop
const { admin, asAdmin, group: newGroup, sendPhoto, ...programme } = await story(shop)
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

const submitted = (worker = sunita, quantity = 50) =>
  programme.submitted(worker, { quantity, paymentAmount: rupees(200) })

const newTemplate = async (fields: Partial<TemplateInput> = {}, actor = asMeera) =>
  must(await saveTemplate(actor, { ...TEMPLATE, ...fields, templateId: null, seenAt: null })).templateId

describe('the role', () => {
  it('keeps its second factor when its groups are exchanged, and not when it begins anew', async () => {
    const { id: userId } = await makeUser(db)
    const give = async (groupIds: string[]) => must(await setCoordinator(asAdmin, { userId, groupIds }))
    await give([groupId])
    await makeSession(db, userId, SECRET)
    const proven = async () =>
      (await db.selectFrom('sessions').select('factorAt').where('userId', '=', userId).executeTakeFirst())
        ?.factorAt
    await give([otherGroup])
    expect(await proven()).toBeInstanceOf(Date)
    await give([])
    await give([otherGroup])
    expect(await proven()).toBeNull()
  })

  it('is given and taken away, each change audited', async () => {
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
    // Groups that people gave themselves would stay when the staff role ends.
    expect(await setCoordinator(asAdmin, { userId: admin.id, groupIds: [groupId] })).toMatchObject(
      err('own_roles'),
    )
    const { id } = await makeUser(db, { emailVerified: false })
    expect(await setCoordinator(asAdmin, { userId: id, groupIds: [groupId] })).toMatchObject(
      err('email_not_verified'),
    )
  })

  it('ends where the groups end: another group’s things do not exist', async () => {
    const [task, ready] = [await makeTask(asAdmin, stranger), await submitted(stranger)]
    const missing = err('task_not_found')
    expect(await approveTask(asMeera, { workLogId: ready, rating: 5 })).toEqual(missing)
    const rejection = { workLogId: ready, preset: 'quality', reason: '' } as const
    expect(await rejectTask(asMeera, rejection)).toEqual(missing)
    expect(await withdrawTask(asMeera, { workLogId: task })).toEqual(missing)
    expect(await withdrawTask(asMeera, { workLogId: await makeTask(asAdmin, null) })).toEqual(missing)
    const { questionId } = must(await askAboutPay(ctx(stranger), { payoutLineId: null, question: 'When?' }))
    const answer = { questionId, answer: 'Friday' }
    expect(await answerPayQuestion(asMeera, answer)).toMatchObject(err('question_not_found'))
    expect((await answerPayQuestion(ctx(elsewhere), answer)).ok).toBe(true)
    const templateId = await newTemplate({ groupId: otherGroup }, ctx(elsewhere))
    const seenAt = (await findTemplate(db, templateId))?.updatedAt ?? null
    const hers = { ...TEMPLATE, templateId, seenAt }
    expect(await saveTemplate(asMeera, hers)).toMatchObject(err('template_not_found'))
    expect(await archiveTemplate(asMeera, { templateId, isArchived: true })).toMatchObject(
      err('template_not_found'),
    )
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
    expect(await openPhoto(ctx(elsewhere), link)).toMatchObject(err('photo_not_found'))
  })
})

describe('questions', () => {
  const newQuestion = async (worker = sunita) =>
    must(await askAboutPay(ctx(worker), { payoutLineId: null, question: 'Which lids?' })).questionId

  it('of her groups are listed and counted, those left to the admins apart', async () => {
    const own = await newGroup()
    const worker = await makeWorker(asAdmin, { groupId: own })
    const as = ctx(await makeCoordinator(asAdmin, [own]))
    const [first, second] = [await newQuestion(worker), await newQuestion(worker)]
    const listed = async () =>
      (await listOpenQuestions(db, [own])).map(({ id, forAdminsAt }) => [id, forAdminsAt])
    expect((await listed()).map(([id]) => id).toSorted()).toEqual([first, second].toSorted())
    expect(await leaveToAdmins(ctx(elsewhere), first)).toMatchObject(err('question_not_found'))
    must(await leaveToAdmins(as, first))
    expect(await countOpenQuestions(db, [own])).toBe(1)
    expect(await listed()).toContainEqual([first, NOW])
    expect((await listOpenQuestions(db, elsewhere.coordinates)).map(({ id }) => id)).not.toContain(first)
    const answer = { questionId: first, answer: 'On Friday' }
    expect(await answerPayQuestion(as, answer)).toMatchObject(err('question_for_admins'))
    must(await answerPayQuestion(asAdmin, answer))
    expect(await leaveToAdmins(as, second)).toMatchObject({ ok: true })
    const third = await newQuestion(worker)
    must(await answerPayQuestion(as, { questionId: third, answer: 'The blue ones' }))
    expect(await leaveToAdmins(as, third)).toMatchObject(err('question_answered'))
  })

  it('of one worker wait ten at most, also when sent at once', async () => {
    const worker = await makeWorker(asAdmin, { groupId })
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => askAboutPay(ctx(worker), { payoutLineId: null, question: 'When?' })),
    )
    expect(tries.filter(({ ok }) => ok)).toHaveLength(MAX_UNANSWERED)
    expect(tries).toContainEqual(err('too_many_questions'))
  })
})

describe('approval', () => {
  it('pays for what was done: 11 of 50', async () => {
    const workLogId = await submitted()
    const earlier = await payBalance(db, sunita.id)
    must(await approveTask(asMeera, { workLogId, rating: 4, doneQuantity: 11 }))
    expect((await payBalance(db, sunita.id)).owed - earlier.owed).toBe(rupees(44))
    const task = await findTask(db, workLogId)
    expect(task).toMatchObject({ approvedQuantity: 11, paymentAmount: rupees(44) })
    expect(task && acceptedOf(task)).toBe(11)
    // ₹44 in the 22 minutes that are expected for 11 of 50 in 100.
    expect(task && taskHourlyRate({ ...task, expectedMinutes: 100 })).toBe(rupees(120))
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
    const refused = err('task_not_in_review')
    expect(await approveTask(asMeera, { ...decided, decisionId: randomUUID() })).toMatchObject(refused)
    expect(await approveTask(asAdmin, decided)).toMatchObject(refused)
  })

  it('that comes late is about its own photo alone', async () => {
    const workLogId = await submitted()
    const photoId = (await findTask(db, workLogId))?.photo?.id
    const rejection = { workLogId, photoId, preset: 'quality', reason: '' } as const
    const late = { ...rejection, decisionId: randomUUID() }
    must(await rejectTask(asAdmin, rejection))
    await sendPhoto(sunita, workLogId)
    expect(await rejectTask(asMeera, late)).toMatchObject(err('task_not_in_review'))
    expect(await approveTask(asMeera, { workLogId, photoId, rating: 5 })).toMatchObject({ ok: false })
    expect((await findTask(db, workLogId))?.state).toBe('pending_review')
    const now = (await findTask(db, workLogId))?.photo?.id
    must(await rejectTask(asMeera, { ...late, photoId: now }))
    await sendPhoto(sunita, workLogId)
    // The same again, after the next photo, rejects nothing more.
    expect(await rejectTask(asMeera, { ...late, photoId: now })).toEqual(ok(null))
    expect((await findTask(db, workLogId))?.state).toBe('pending_review')
  })

  it('takes no more than was asked for, and not nothing', async () => {
    const workLogId = await submitted()
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

  it('of her own work is somebody else’s, and stock an admin’s', async () => {
    const workLogId = await submitted()
    const rejection = { workLogId, preset: 'quality', reason: '' } as const
    for (const role of [{ coordinates: [groupId] }, { staffRole: 'owner' as const }]) {
      const self = ctx({ ...sunita, ...role })
      expect(await approveTask(self, { workLogId, rating: 5 })).toMatchObject(err('own_task'))
      expect(await rejectTask(self, rejection)).toMatchObject(err('own_task'))
    }
    const stocked = { workLogId, rating: 5, stockQuantity: 1 }
    expect(await approveTask(asMeera, stocked)).toMatchObject(err('not_allowed'))
  })

  it('rejected with a picture shows it to the worker, until the next rejection without one', async () => {
    const workLogId = await submitted()
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

it('a photo is compared with approved ones of the same template, then of the same product, within her groups', async () => {
  const own = await newGroup()
  const [asha, rekha] = [
    await makeWorker(asAdmin, { groupId: own }),
    await makeWorker(asAdmin, { groupId: own }),
  ]
  const productId = await makeProduct(db)
  const templateId = await newTemplate({ groupId: null, productId }, asAdmin)
  const other = await newTemplate({ groupId: null, productId, taskName: 'Other' }, asAdmin)
  const given = async (worker: typeof asha, of: string, number: number, group = own) => {
    const form = { groupId: group, batchId: randomUUID(), completionDeadline: soon, templateId: of }
    must(await handOutTask(asAdmin, { ...form, isAgain: true, shares: [{ userId: worker.id, quantity: 5 }] }))
    const rows = await db.selectFrom('workLogs').select('id').where('taskId', '=', form.batchId).execute()
    const workLogId = rows[0]?.id ?? ''
    must(await startTask(ctx(worker), { workLogId }))
    must(await submitPhoto(ctx(worker), { workLogId, bytes: await phonePhoto(number) }))
    return workLogId
  }
  const alike = await given(asha, templateId, 801)
  const sameProduct: string[] = []
  for (const number of [811, 812, 813]) sameProduct.push(await given(asha, other, number))
  const elsewhereTask = await given(stranger, templateId, 803, otherGroup)
  for (const [minute, workLogId] of [alike, elsewhereTask, ...sameProduct].entries()) {
    const at = ctx(admin, { now: new Date(NOW.getTime() + minute * 60_000) })
    must(await approveTask(at, { workLogId, rating: 5 }))
  }
  const [waiting, rejected] = [await given(rekha, templateId, 804), await given(rekha, templateId, 805)]
  must(await rejectTask(asAdmin, { workLogId: rejected, preset: 'quality', reason: '' }))
  const photosFor = async (groups: readonly string[] | null) =>
    (await approvedPhotos(db, [waiting], groups)).map((photo) => photo.workLogId)
  // Photos of the same template come first, though photos of the product are newer.
  expect(await photosFor([own])).toEqual([alike, sameProduct[2], sameProduct[1]])
  expect(await photosFor(null)).toEqual([elsewhereTask, alike, sameProduct[2]])
  // Earlier photos of the same task, also of the rejected try.
  must(await submitPhoto(ctx(rekha), { workLogId: rejected, bytes: await phonePhoto(806) }))
  expect(await earlierPhotos(db, [rejected, waiting])).toMatchObject([{ workLogId: rejected }])
})

it('a count of 500 is shared over twelve members, and given once by two clicks at once', async () => {
  const own = await newGroup()
  const twelve: string[] = []
  for (let at = 0; at < 12; at += 1) twelve.push((await makeWorker(asAdmin, { groupId: own })).id)
  const counts = evenShares(500, 12)
  expect(counts).toEqual([42, 42, 42, 42, 42, 42, 42, 42, 41, 41, 41, 41])
  const as = ctx(await makeCoordinator(asAdmin, [own]))
  const templateId = await newTemplate({ groupId: null }, asAdmin)
  const shares = twelve.map((userId, at) => ({ userId, quantity: counts[at] ?? 0 }))
  const form = { groupId: own, batchId: randomUUID(), completionDeadline: soon, templateId, shares }
  const tries = await Promise.all([handOutTask(as, form), handOutTask(as, form)])
  expect(
    tries.map((outcome) => outcome.ok && outcome.value.tasks).toSorted((a, b) => Number(a) - Number(b)),
  ).toEqual([0, 12])
  const sums = db.selectFrom('workLogs').where('taskId', '=', form.batchId)
  expect(
    await sums
      .select(({ fn }) => [fn.countAll<number>().as('tasks'), fn.sum<number>('quantity').as('pieces')])
      .executeTakeFirst(),
  ).toMatchObject({ tasks: 12, pieces: 500 })
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
    const recorded = { ...asMeera, jobs: { ...asMeera.jobs, send } }
    const form = given()
    const templateId = await newTemplate()
    const zero = { userId: geeta.id, quantity: 0 }
    const made = await handOutTask(recorded, { ...form, templateId, shares: [...shares, zero] })
    expect(made).toEqual({ ok: true, value: { tasks: 2 } })
    expect(await ofBatch(form.batchId)).toMatchObject([
      { userId: geeta.id, quantity: 20, paymentAmount: rupees(80), expectedMinutes: 30 },
      { userId: sunita.id, quantity: 30, paymentAmount: rupees(120), expectedMinutes: 45 },
    ])
    expect(jobs).toEqual(['programme-mail', 'programme-mail'])
  })

  it('from the same template within an hour asks once, naming when and by whom', async () => {
    const templateId = await newTemplate()
    const give = (minutes: number, more: object = {}) =>
      handOutTask(
        { ...asMeera, now: new Date(NOW.getTime() + minutes * 60_000) },
        { ...given(), templateId, shares, ...more },
      )
    must(await give(0))
    expect(await give(59)).toMatchObject(err('given_already'))
    expect(await lastGiven(db, { groupId, templateId, now: new Date(NOW.getTime() + 59 * 60_000) })).toEqual({
      at: NOW,
      byName: meera.fullName,
    })
    expect((await give(59, { isAgain: true })).ok).toBe(true)
    expect((await give(119)).ok).toBe(true)
    const both = await newTemplate()
    const tries = await Promise.all([give(0, { templateId: both }), give(0, { templateId: both })])
    expect(tries.map(({ ok }) => ok).toSorted()).toEqual([false, true])
  })

  it('is refused whole, and the form can be sent again', async () => {
    const templateId = await newTemplate()
    const form = { ...given(), templateId, shares: [...shares, { userId: stranger.id, quantity: 5 }] }
    expect(await handOutTask(asMeera, form)).toMatchObject(err('worker_not_found'))
    expect(await ofBatch(form.batchId)).toEqual([])
    expect(await handOutTask(asMeera, { ...form, shares })).toMatchObject({ value: { tasks: 2 } })
  })

  it('has limits', async () => {
    const templateId = await newTemplate()
    const give = (more: object, actor = asMeera) =>
      handOutTask(actor, { ...given(), templateId, shares, ...more })
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
    const theirs = await newTemplate({ groupId: otherGroup }, ctx(elsewhere))
    expect(await give({ templateId: theirs })).toMatchObject(err('template_not_found'))
  })

  it('promises at most ₹2,00,000 of one coordinator within 24 hours, also by forms at once', async () => {
    const [first, second] = [await newGroup(), await newGroup()]
    const tara = await makeCoordinator(asAdmin, [first, second])
    const members = [
      await makeWorker(asAdmin, { groupId: first }),
      await makeWorker(asAdmin, { groupId: second }),
    ]
    const templates = [
      await newTemplate({ groupId: first }, ctx(tara)),
      await newTemplate({ groupId: second }, ctx(tara)),
    ]
    const [userId, templateId] = [members[0]?.id ?? '', templates[0] ?? '']
    const give = (quantity: number, more: object = {}, now = NOW) => {
      const form = { ...given(), groupId: first, templateId, isAgain: true, shares: [{ userId, quantity }] }
      return handOutTask(ctx(tara, { now }), { ...form, batchId: randomUUID(), ...more })
    }
    for (const _ of [1, 2, 3]) expect((await give(12_500)).ok).toBe(true)
    const there = {
      groupId: second,
      templateId: templates[1],
      shares: [{ userId: members[1]?.id, quantity: 12_500 }],
    }
    // The groups' own lock does not make these wait for each other.
    const atOnce = await Promise.all([give(12_500), give(12_500, there), give(12_500), give(12_500, there)])
    expect(atOnce.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await give(1)).toMatchObject(err('too_much_pay_today'))
    const made = db.selectFrom('workLogs').select('id').where('userId', '=', userId)
    const { id: workLogId } = await made.executeTakeFirstOrThrow()
    must(await withdrawTask(asAdmin, { workLogId }))
    expect((await give(12_500)).ok).toBe(true)
    expect((await give(1, {}, new Date(NOW.getTime() + DAY_MS - 1))).ok).toBe(false)
    expect((await give(12_500, {}, new Date(NOW.getTime() + DAY_MS))).ok).toBe(true)
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
    expect(tries.map((outcome) => outcome.ok && outcome.value.tasks).toSorted()).toEqual([0, 1])
    expect(await ofBatch(form.batchId)).toMatchObject([
      { userId: worker.id, quantity: 25, paymentAmount: rupees(100), expectedMinutes: 120 },
    ])
    const second = { ...form, batchId: randomUUID() }
    expect(await copyTasks(as, second)).toMatchObject(err('given_already'))
    expect((await copyTasks(as, { ...second, isAgain: true })).ok).toBe(true)
    const tomorrow = { ...as, now: new Date(NOW.getTime() + DAY_MS) }
    expect((await copyTasks(tomorrow, { ...second, batchId: randomUUID() })).ok).toBe(true)
    const strange = { ...given(), copies: [{ workLogId, quantity: 25 }] }
    expect(await copyTasks(asMeera, strange)).toMatchObject(err('task_not_found'))
  })
})

describe('a template', () => {
  it('of all groups is an admin’s', async () => {
    const forAll = { ...TEMPLATE, groupId: null, templateId: null, seenAt: null }
    expect(await saveTemplate(asMeera, forAll)).toMatchObject(err('group_not_found'))
    const { templateId } = must(await saveTemplate(asAdmin, forAll))
    expect((await listTemplates(db, meera.coordinates)).map(({ id }) => id)).toContain(templateId)
    expect(await archiveTemplate(asMeera, { templateId, isArchived: true })).toMatchObject(
      err('template_not_found'),
    )
  })

  it('pays at least the shop’s least per hour', async () => {
    const poor = { ...TEMPLATE, payPerUnit: rupees(0.5), templateId: null, seenAt: null }
    expect(await saveTemplate(asMeera, poor)).toMatchObject(err('pays_too_little'))
    expect((await saveTemplate(asMeera, { ...poor, acceptsLowPay: true })).ok).toBe(true)
    expect((await saveTemplate(asMeera, { ...poor, minutesPerUnit: null })).ok).toBe(true)
    const penny = { ...poor, minutesPerUnit: null, payPerUnit: rupees(0.09) }
    expect(await saveTemplate(asMeera, penny)).toMatchObject(err('pay_without_minutes'))
    expect((await saveTemplate(asMeera, { ...penny, payPerUnit: rupees(0.1) })).ok).toBe(true)
    const fair = { ...TEMPLATE, templateId: null, seenAt: null }
    const wage = {
      state: 'Goa',
      dailyAmount: rupees(8000),
      hours: 8,
      validFrom: '2026-01-01',
      source: 'No. 1',
    } as const
    must(await addMinimumWage(asAdmin, wage))
    must(await placeGroup(asAdmin, { groupId, state: 'Goa' }))
    expect(await saveTemplate(asMeera, fair)).toMatchObject(err('pays_too_little'))
    must(await placeGroup(asAdmin, { groupId, state: null }))
    expect((await saveTemplate(asMeera, fair)).ok).toBe(true)
  })

  it('has a picture of 8 KB at most, which its tasks keep when it gets another', async () => {
    const templateId = await newTemplate()
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
    const given = await db.selectFrom('workLogs').select('id').where('taskId', '=', batch.batchId).execute()
    const workLogId = given[0]?.id ?? ''
    expect((await findTask(db, workLogId))?.picture).toEqual(second)
    const again = { ...batch, batchId: randomUUID(), copies: [{ workLogId, quantity: 3 }] }
    must(await copyTasks(asMeera, again))
    const copied = await db
      .selectFrom('workLogs')
      .select(['pictureId', 'templateId'])
      .where('taskId', '=', again.batchId)
      .execute()
    expect(copied).toEqual([{ pictureId: second?.id, templateId }])
    // Without a file the picture stays.
    must(await save(undefined))
    expect(await ofTemplate()).toEqual(second)
    must(await save('none'))
    expect(await ofTemplate()).toBeNull()
    expect((await findTask(db, workLogId))?.picture).toEqual(second)
    expect(await fileOf(second)).not.toBeNull()
  })

  it('refused leaves no picture behind', async () => {
    const stored: string[] = []
    const { files } = asMeera
    const put: typeof files.put = async (key, bytes, type) => {
      stored.push(key)
      await files.put(key, bytes, type)
    }
    const watched = { ...asMeera, files: { ...files, put } }
    const picture = await phonePhoto(702)
    const own = { ...TEMPLATE, templateId: null, seenAt: null, picture: new Uint8Array([1]) }
    const foreign = { ...own, groupId: otherGroup }
    expect(await saveTemplate(watched, foreign)).toMatchObject(err('group_not_found'))
    const unknown = { ...own, productId: otherGroup, picture }
    expect(await saveTemplate(watched, unknown)).toMatchObject(err('product_not_found'))
    expect(await saveTemplate(watched, own)).toMatchObject(err('not_a_picture'))
    expect(stored).toHaveLength(1)
    expect(await files.read(stored[0] ?? '')).toBeNull()
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
    expect(tries.map((outcome) => (outcome.ok ? 'saved' : outcome.reason)).toSorted()).toEqual([
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
