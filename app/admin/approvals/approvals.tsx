import { data, redirect } from 'react-router'
import type { Approval, OpenPhoto } from '#app/admin/approvals/approval.ts'
import { APPROVALS } from '#app/admin/approvals/approval-path.ts'
import { ApprovalsPage } from '#app/admin/approvals/approvals-page.tsx'
import type { AdminAnswer } from '#app/admin/kit/status-notice.tsx'
import { afterRefusal, textOf } from '#app/kit/form-fields.ts'
import { formOf } from '#app/request/form.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import { namedProducts } from '#shop/catalogue/products.read.ts'
import type { Ctx } from '#shop/ctx.ts'
import { approvalFilter, FILTER_STATES } from '#shop/programme/approvals.ts'
import { approveTask } from '#shop/programme/approve-task.ts'
import { batchInput, ratingInput, rejectionInput, stockedInput } from '#shop/programme/input.ts'
import { nameBatch } from '#shop/programme/name-batch.ts'
import { rejectTask } from '#shop/programme/reject-task.ts'
import { photoPath } from '#shop/programme/signed-url.ts'
import { stockTask } from '#shop/programme/stock-task.ts'
import type { Task } from '#shop/programme/task.ts'
import { countTasks, findTask, listForReview } from '#shop/programme/tasks.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/approvals.ts'

const PER_PAGE = 12

/** The last action, as the address names it. */
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
  const message = DONE[params.get('done') ?? '']
  const done: AdminAnswer | undefined = message ? { ok: true, message } : undefined
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
    done,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await formOf(request)
  const outcome = await decide(ctx, form)
  if (!outcome.ok) {
    const answer = { ok: false, message: `Error updating task status: ${outcome.message}` }
    return data<AdminAnswer>(answer, outcome.status)
  }
  const list = new URL(request.url).searchParams
  list.delete('photo')
  list.set('done', outcome.done)
  return redirect(`${APPROVALS}?${list}`, 303)
}

type Outcome = { ok: true; done: string } | { ok: false; status: number; message: string }

async function decide(ctx: Ctx, form: FormData): Promise<Outcome> {
  const workLogId = textOf(form, 'id')
  switch (textOf(form, 'intent')) {
    case 'approve':
      return approve(ctx, workLogId, form)
    case 'reject':
      return reject(ctx, workLogId, form)
    case 'batch':
      return batch(ctx, workLogId, form)
    case 'stock':
      return stock(ctx, workLogId, form)
    default:
      throw data(null, { status: 400 })
  }
}

async function approve(ctx: Ctx, workLogId: string, form: FormData): Promise<Outcome> {
  const rating = ratingInput.safeParse(Number(textOf(form, 'rating')))
  if (!rating.success) return wrong(rating.error)
  const units = textOf(form, 'addToStock') === '' ? 0 : unitsIn(form)
  const stockQuantity = stockedInput.safeParse(units)
  if (!stockQuantity.success) return wrong(stockQuantity.error)
  const approved = { workLogId, rating: rating.data, stockQuantity: stockQuantity.data }
  return outcomeOf(await approveTask(ctx, approved), 'approved')
}

async function stock(ctx: Ctx, workLogId: string, form: FormData): Promise<Outcome> {
  const quantity = stockedInput.safeParse(unitsIn(form))
  if (!quantity.success) return wrong(quantity.error)
  return outcomeOf(await stockTask(ctx, { workLogId, quantity: quantity.data }), 'stock')
}

/** An empty field is no 0. */
function unitsIn(form: FormData): number {
  const text = textOf(form, 'stockQuantity').trim()
  return text === '' ? Number.NaN : Number(text)
}

async function reject(ctx: Ctx, workLogId: string, form: FormData): Promise<Outcome> {
  const sent = { preset: textOf(form, 'preset') || null, reason: textOf(form, 'reason') }
  const input = rejectionInput.safeParse(sent)
  if (!input.success) return wrong(input.error)
  return outcomeOf(await rejectTask(ctx, { workLogId, ...input.data }), 'rejected')
}

async function batch(ctx: Ctx, workLogId: string, form: FormData): Promise<Outcome> {
  const sent = { productId: textOf(form, 'productId') || null, batchCode: textOf(form, 'batchCode') }
  const input = batchInput.safeParse(sent)
  if (!input.success) return wrong(input.error)
  return outcomeOf(await nameBatch(ctx, { workLogId, ...input.data }), 'batch')
}

function wrong({ issues }: { issues: { message: string }[] }): Outcome {
  return { ok: false, status: 422, message: issues[0]?.message ?? '' }
}

type Decided = Awaited<ReturnType<typeof approveTask | typeof nameBatch | typeof stockTask>>

function outcomeOf(decided: Decided, done: string): Outcome {
  if (decided.ok) return { ok: true, done }
  switch (decided.reason) {
    case 'not_admin':
      throw data(null, { status: 403 })
    case 'product_not_found':
      return { ok: false, status: 422, message: 'Product not found.' }
    default: {
      const status = decided.reason === 'task_not_found' ? 404 : 409
      return { ok: false, status, message: REFUSALS[decided.reason].en }
    }
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

/** The photo that an address opens, beside the earlier one that it resembles. */
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
