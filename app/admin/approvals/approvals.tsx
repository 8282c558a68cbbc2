import { redirect } from 'react-router'
import { z } from 'zod'
import type { Approval, OpenPhoto } from '#app/admin/approvals/approval-card.tsx'
import { ApprovalsPage } from '#app/admin/approvals/approvals-page.tsx'
import { APPROVALS } from '#app/admin/paths.ts'
import { afterRefusal, readFields } from '#app/kit/form-fields.ts'
import { moreIcons } from '#app/kit/more-icons.ts'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { namedProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx } from '#shop/ctx.ts'
import { typedNumber } from '#shop/field.ts'
import { approvalFilter, FILTER_STATES } from '#shop/programme/approvals.ts'
import { approveTask } from '#shop/programme/approve-task.ts'
import { batchInput, ratingInput, reasonNeeded, rejectionInput, stockedInput } from '#shop/programme/input.ts'
import { nameBatch } from '#shop/programme/name-batch.ts'
import { rejectTask } from '#shop/programme/reject-task.ts'
import { photoPath } from '#shop/programme/signed-url.ts'
import { stockTask } from '#shop/programme/stock-task.ts'
import type { Task } from '#shop/programme/task.ts'
import { countTasks, findTask, listForReview } from '#shop/programme/tasks.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/approvals.ts'

export const handle: PageHandle = {
  tab: { label: 'Task Approvals', icon: moreIcons.image, group: 'main' },
  feature: 'programme',
  access: { get: 200, post: 422 },
}

const PER_PAGE = 12

/** The last action, as the URL names it. */
const DONE: Record<string, string> = {
  approved: 'Task approved successfully!',
  rejected: 'Task rejected successfully!',
  batch: 'Batch saved',
  stock: 'Stock saved',
}

export const shouldRevalidate = afterRefusal

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(adminContext)
  const params = new URL(request.url).searchParams
  const filter = approvalFilter(params.get('status'))
  const page = Math.min(Math.max(1, Math.trunc(Number(params.get('page'))) || 1), 10_000)
  const states = FILTER_STATES[filter]
  const [tasks, inState, products, open] = await Promise.all([
    listForReview(ctx.db, { states, limit: PER_PAGE, offset: (page - 1) * PER_PAGE }),
    countTasks(ctx.db),
    namedProducts(ctx.db),
    openedPhoto(ctx, params.get('photo')),
  ])
  const count = (name: keyof typeof FILTER_STATES) =>
    FILTER_STATES[name].reduce((sum, state) => sum + inState[state], 0)
  return {
    filter,
    page,
    perPage: PER_PAGE,
    counts: {
      pending_review: count('pending_review'),
      approved: count('approved'),
      rejected: count('rejected'),
      all: count('all'),
    },
    approvals: tasks.map((task) => toApproval(task, ctx)),
    products,
    open,
    done: doneNotice(request, DONE),
  }
}

const id = z.string()
const orNull = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((text) => text || null, schema)
const units = typedNumber(stockedInput)

const forms = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('approve'),
    id,
    rating: z.preprocess(Number, ratingInput),
    stockQuantity: units.default(0),
  }),
  z
    .object({
      intent: z.literal('reject'),
      id,
      preset: orNull(rejectionInput.shape.preset),
      reason: rejectionInput.shape.reason,
    })
    .check(reasonNeeded),
  z.object({
    intent: z.literal('batch'),
    id,
    productId: orNull(batchInput.shape.productId),
    batchCode: batchInput.shape.batchCode,
  }),
  z.object({ intent: z.literal('stock'), id, stockQuantity: units }),
])

const failed = (message: string) => `Error updating task status: ${message}`

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await formOf(request)
  // Without its checkbox the quantity of an approval does not count; with it a missing one is a problem.
  if (form.get('intent') === 'approve') {
    if (!form.get('addToStock')) form.delete('stockQuantity')
    else if (!form.has('stockQuantity')) form.set('stockQuantity', '')
  }
  const sent = readFields(forms, form)
  if (!sent.ok) return invalid(sent, failed(Object.values(sent.problems)[0] ?? ''))
  const decided = await decide(ctx, sent.value)
  if (!decided.ok) return refusedBy(decided, form, failed(REFUSALS[decided.reason].en))
  const list = new URL(request.url).searchParams
  list.delete('photo')
  list.set('done', DONE_BY[sent.value.intent])
  return redirect(`${APPROVALS}?${list}`, 303)
}

const DONE_BY = { approve: 'approved', reject: 'rejected', batch: 'batch', stock: 'stock' } as const

function decide(ctx: Ctx, { id: workLogId, ...form }: z.infer<typeof forms>) {
  switch (form.intent) {
    case 'approve':
      return approveTask(ctx, { workLogId, rating: form.rating, stockQuantity: form.stockQuantity })
    case 'reject':
      return rejectTask(ctx, { workLogId, preset: form.preset, reason: form.reason })
    case 'batch':
      return nameBatch(ctx, { workLogId, productId: form.productId, batchCode: form.batchCode })
    case 'stock':
      return stockTask(ctx, { workLogId, quantity: form.stockQuantity })
  }
}

export default function TaskApprovals({ loaderData, actionData }: Route.ComponentProps) {
  return <ApprovalsPage {...loaderData} answer={actionData ?? loaderData.done} />
}

/** A task with the signed address of its photo. */
function toApproval({ photo, ...task }: Task, { links, now }: Pick<Ctx, 'links' | 'now'>): Approval {
  const address = photo && photoPath(links, { workLogId: task.id, photoId: photo.id }, now)
  return { ...task, photo: photo && address ? { ...photo, url: address } : null }
}

/** The photo that the URL opens, beside the earlier one that it resembles. */
async function openedPhoto(ctx: Ctx, taskId: string | null): Promise<OpenPhoto | null> {
  const task = taskId ? await findTask(ctx.db, taskId) : null
  if (!task?.photo) return null
  const { seenBeforeIn } = task.photo
  const earlier = seenBeforeIn && seenBeforeIn !== task.id ? await findTask(ctx.db, seenBeforeIn) : null
  const before = earlier && toApproval(earlier, ctx)
  return {
    approval: toApproval(task, ctx),
    before: before?.photo ? { url: before.photo.url, taskName: before.taskName } : null,
  }
}
