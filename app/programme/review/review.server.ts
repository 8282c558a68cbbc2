/** Loader and actions of the photo review, for admins and coordinators. */
import { data, redirect } from 'react-router'
import { z } from 'zod'
import { readFields } from '#app/kit/form-fields.ts'
import { problemsInWords, readerIn, refusalIn } from '#app/programme/words/words.server.ts'
import type { Reader } from '#app/programme/words/words.ts'
import { doneNotice, fileIn, invalid, readForm, refuse, refusedBy } from '#app/request/form.server.ts'
import type { StaffCtx } from '#app/request/guards.server.ts'
import type { Ctx } from '#shop/ctx.ts'
import { typedNumber } from '#shop/field.ts'
import { readSearch } from '#shop/kernel/filters.ts'
import { coordinatesGroup, type GroupScope, scopeOf } from '#shop/programme/coordination.ts'
import {
  batchInput,
  doneInput,
  ratingInput,
  reasonNeeded,
  rejectionInput,
  stockedInput,
} from '#shop/programme/input.ts'
import { adjustStock, approveTask, rejectTask, setProductBatch } from '#shop/programme/review-task.ts'
import { photoPath } from '#shop/programme/signed-url.ts'
import type { Task } from '#shop/programme/task.ts'
import { APPROVAL_FILTERS, FILTER_STATES, REVIEWS_PER_PAGE } from '#shop/programme/task-filters.ts'
import {
  approvedPhotos,
  countTasks,
  earlierPhotos,
  findTask,
  listForReview,
  type ReviewPhoto,
} from '#shop/programme/tasks.read.ts'
import { REFUSALS } from '#shop/refusals.ts'

/** Notices after actions that only admins may do, by the URL's `done`. */
const DONE: Record<string, string> = { batch: 'Batch saved', stock: 'Stock saved' }

/** Loads a page of photos that match the URL's filter, from the groups that the actor may see. */
export async function readReview(ctx: StaffCtx, request: Request, reader: Reader = readerIn('en')) {
  const params = new URL(request.url).searchParams
  const search = readSearch(APPROVAL_FILTERS, params)
  const states = FILTER_STATES[search.filter]
  const groupIds = scopeOf(ctx.actor)
  const [tasks, inState, open] = await Promise.all([
    listForReview(ctx.db, {
      states,
      limit: REVIEWS_PER_PAGE,
      offset: (search.page - 1) * REVIEWS_PER_PAGE,
      groupIds,
    }),
    countTasks(ctx.db, groupIds),
    findOpenPhoto(ctx, params.get('photo')),
  ])
  const count = (name: keyof typeof FILTER_STATES) =>
    FILTER_STATES[name].reduce((sum, state) => sum + inState[state], 0)
  const counts = {
    pending_review: count('pending_review'),
    approved: count('approved'),
    rejected: count('rejected'),
    all: count('all'),
  }
  const approvals = await withOtherPhotos(ctx, tasks, groupIds)
  return {
    ...search,
    counts,
    approvals,
    open,
    done: doneNotice(request, { ...reader.words.review.done, ...DONE }),
  }
}

const id = z.string()
/** Fields of a decision: the reviewed photo, and the idempotency key of a decision that was queued on a phone. */
const decision = {
  photoId: z.string().max(100).optional(),
  decisionId: z.uuid().optional(),
}
const orNull = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((text) => text || null, schema)
/** Schema of a rejection's preset reason; null if the reviewer uses own words only. */
const ownOrPreset = z.preprocess(
  (text) => (text === 'own' ? null : text || null),
  rejectionInput.shape.preset,
)
const units = typedNumber(stockedInput)

const decisions = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('approve'),
    id,
    ...decision,
    rating: typedNumber(ratingInput),
    doneQuantity: typedNumber(doneInput).optional(),
    stockQuantity: units.default(0),
  }),
  z
    .object({
      intent: z.literal('reject'),
      id,
      ...decision,
      preset: ownOrPreset,
      reason: rejectionInput.shape.reason,
    })
    .check(reasonNeeded),
])

const forms = z.discriminatedUnion('intent', [
  ...decisions.options,
  z.object({
    intent: z.literal('batch'),
    id,
    productId: orNull(batchInput.shape.productId),
    batchCode: batchInput.shape.batchCode,
  }),
  z.object({ intent: z.literal('stock'), id, stockQuantity: units }),
])

/** Runs the action of a card's form, then redirects to the list at `base`. */
export async function answerReview(
  ctx: Ctx,
  request: Request,
  base: string,
  reader: Reader = readerIn('en'),
) {
  const failureText = (problem: string) => reader.words.review.failed({ problem })
  const form = await readForm(request)
  if (form === 'malformed') throw data(null, { status: 400 })
  if (form === 'too_large') {
    const problem = refusalIn(reader.language, 'picture_too_large')
    return refuse(new FormData(), failureText(problem), 413)
  }
  // The quantity counts only if the checkbox is checked, and is then required.
  if (form.get('intent') === 'approve') {
    if (!form.get('addToStock')) form.delete('stockQuantity')
    else if (!form.has('stockQuantity')) form.set('stockQuantity', '')
  }
  const fields = readFields(forms, form)
  if (!fields.ok) {
    const problems = problemsInWords(reader.language, fields.problems)
    return invalid({ ...fields, problems }, failureText(Object.values(problems)[0] ?? ''))
  }
  const result = await applyForm(ctx, fields.value, await fileIn(form, 'picture'))
  if (!result.ok) {
    const problem = refusalIn(reader.language, result.reason)
    const isPicture = PICTURE_REASON.test(result.reason)
    return refusedBy(result, form, failureText(problem), isPicture ? { picture: problem } : {})
  }
  const list = new URL(request.url).searchParams
  list.delete('photo')
  list.set('done', DONE_BY[fields.value.intent])
  return redirect(`${base}?${list}`, 303)
}

/** Runs a decision that was queued on a phone. `said`: the text of a refusal, which the phone shows. */
export async function answerDecision(ctx: Ctx, request: Request, { language }: Reader): Promise<Response> {
  const form = await readForm(request)
  if (form === 'malformed') return Response.json({}, { status: 400 })
  if (form === 'too_large')
    return Response.json({ said: refusalIn(language, 'picture_too_large') }, { status: 413 })
  const fields = readFields(decisions, form)
  if (!fields.ok) {
    const [said = ''] = Object.values(problemsInWords(language, fields.problems))
    return Response.json({ said }, { status: 422 })
  }
  const result = await applyForm(ctx, fields.value, await fileIn(form, 'picture'))
  if (result.ok) return Response.json({})
  return Response.json(
    { said: refusalIn(language, result.reason) },
    { status: REFUSALS[result.reason].status },
  )
}

/** Matches refusals of a rejection's picture. */
const PICTURE_REASON = /^(picture_|not_a_picture$)/

const DONE_BY = { approve: 'approved', reject: 'rejected', batch: 'batch', stock: 'stock' } as const

function applyForm(ctx: Ctx, { id: workLogId, ...form }: z.infer<typeof forms>, picture: Uint8Array | null) {
  switch (form.intent) {
    case 'approve': {
      const { intent: _, ...approved } = form
      return approveTask(ctx, { workLogId, ...approved })
    }
    case 'reject': {
      const { intent: _, ...rejected } = form
      return rejectTask(ctx, { workLogId, ...rejected, picture })
    }
    case 'batch':
      return setProductBatch(ctx, { workLogId, productId: form.productId, batchCode: form.batchCode })
    case 'stock':
      return adjustStock(ctx, { workLogId, quantity: form.stockQuantity })
  }
}

/** Adds signed URLs: of the tasks' photos, their earlier photos, and approved photos of the same work. */
async function withOtherPhotos(ctx: StaffCtx, tasks: Task[], groupIds: GroupScope) {
  const waiting = tasks.filter(({ state }) => state === 'pending_review')
  const waitingIds = waiting.map(({ id }) => id)
  const [earlier, approved] = await Promise.all([
    earlierPhotos(ctx.db, waitingIds),
    approvedPhotos(ctx.db, waitingIds, groupIds),
  ])
  const signPhoto = ({ workLogId, photoId, workerName, createdAt }: ReviewPhoto) => ({
    url: photoPath(ctx.links, { workLogId, photoId }, ctx.now),
    workerName,
    createdAt,
  })
  return tasks.map((task) => ({
    ...toApproval(task, ctx),
    earlier: earlier.filter(({ workLogId }) => workLogId === task.id).map(signPhoto),
    approved: approved.filter(({ forTask }) => forTask === task.id).map(signPhoto),
  }))
}

/** Returns the fields of a task's card, with the signed URL of its photo. */
function toApproval(task: Task, { links, now }: Pick<Ctx, 'links' | 'now'>) {
  const { id, userId, state, photo, worker, progressCount, claimedQuantity, approvedQuantity, rating } = task
  const { taskName, taskNameHi, taskType, quantity, unit, paymentAmount } = task
  const { rejectionReason, rejectionPreset, productId, productName, batchCode, stockedQuantity } = task
  const { submissionDate, reviewDate, createdAt } = task
  return {
    ...{ id, userId, state, progressCount, claimedQuantity, approvedQuantity, rating },
    ...{ taskName, taskNameHi, taskType, quantity, unit, paymentAmount },
    ...{ rejectionReason, rejectionPreset, productId, productName, batchCode, stockedQuantity },
    ...{ submissionDate, reviewDate, createdAt },
    worker: worker && { fullName: worker.fullName, phone: worker.phone, groupName: worker.groupName },
    photo: photo && {
      ...{ id: photo.id, width: photo.width, height: photo.height, flags: photo.flags },
      url: photoPath(links, { workLogId: id, photoId: photo.id }, now),
    },
  }
}

/** Returns the photo that the URL opens and the earlier photo that it resembles. Null for another group's photo. */
async function findOpenPhoto(ctx: StaffCtx, taskId: string | null) {
  const task = taskId ? await findVisibleTask(ctx, taskId) : null
  if (!task?.photo) return null
  const { seenBeforeIn } = task.photo
  const earlier = seenBeforeIn && seenBeforeIn !== task.id ? await findVisibleTask(ctx, seenBeforeIn) : null
  const similar = earlier && toApproval(earlier, ctx)
  return {
    approval: toApproval(task, ctx),
    earlier: similar?.photo
      ? { url: similar.photo.url, taskName: similar.taskName, taskNameHi: similar.taskNameHi }
      : null,
  }
}

async function findVisibleTask({ db, actor }: StaffCtx, id: string): Promise<Task | null> {
  const task = await findTask(db, id)
  return task && coordinatesGroup(actor, task.worker?.groupId ?? null) ? task : null
}
