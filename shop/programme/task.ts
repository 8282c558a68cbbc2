/** A worker's task, its states and the transitions between them. */

import type { Picture } from '#shop/catalogue/picture.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { DAY_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { may } from '#shop/kernel/permissions.ts'
import type { TaskContent } from '#shop/programme/task-fields.ts'

/** Types of work that produce nothing: checking and carrying. */
export const NON_PRODUCING_TYPES: readonly string[] = ['quality', 'delivery']

/** True for work that produces stock. */
export function producesStock(taskType: string): boolean {
  return !NON_PRODUCING_TYPES.includes(taskType)
}

/** True for units that are pieces, not weight, volume or time. */
export function isInPieces(unit: string): boolean {
  return !/^(kgs?|kilos?|kilograms?|g|grams?|l|lit(re|er)s?|ml|hours?|minutes?|days?)$/i.test(unit.trim())
}

/** `returned`: rejected, to be done again. `withdrawn`: created by mistake; its worker does not see it. */
export const TASK_STATES = [
  'pending',
  'in_progress',
  'returned',
  'pending_review',
  'approved',
  'paid',
  'withdrawn',
] as const
export type TaskState = (typeof TASK_STATES)[number]

export const WORK_LOG_STATUSES = ['pending', 'in_progress', 'completed'] as const
export type WorkLogStatus = (typeof WORK_LOG_STATUSES)[number]
export const REVIEW_STATUSES = ['pending_review', 'approved', 'rejected'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]
export const TASK_PAYMENT_STATUSES = ['pending', 'paid'] as const
export type TaskPaymentStatus = (typeof TASK_PAYMENT_STATUSES)[number]

type Statuses = {
  status: WorkLogStatus
  adminReviewStatus: ReviewStatus | null
  paymentStatus: TaskPaymentStatus
}

/** The three statuses in pages and API, for each state. */
export const STATUSES_OF: Record<TaskState, Statuses> = {
  pending: { status: 'pending', adminReviewStatus: null, paymentStatus: 'pending' },
  in_progress: { status: 'in_progress', adminReviewStatus: null, paymentStatus: 'pending' },
  returned: { status: 'in_progress', adminReviewStatus: 'rejected', paymentStatus: 'pending' },
  pending_review: { status: 'completed', adminReviewStatus: 'pending_review', paymentStatus: 'pending' },
  approved: { status: 'completed', adminReviewStatus: 'approved', paymentStatus: 'pending' },
  paid: { status: 'completed', adminReviewStatus: 'approved', paymentStatus: 'paid' },
  withdrawn: { status: 'pending', adminReviewStatus: null, paymentStatus: 'pending' },
}

type Move = {
  from: readonly TaskState[]
  /** Null when the state does not change. */
  to: TaskState | null
  by: 'worker' | 'admin'
}

/** All possible transitions. */
export const TASK_TRANSITIONS = {
  /** Assigns, reassigns or unassigns the task before it is started. */
  assign: { from: ['pending'], to: null, by: 'admin' },
  withdraw: { from: ['pending'], to: 'withdrawn', by: 'admin' },
  start: { from: ['pending'], to: 'in_progress', by: 'worker' },
  count: { from: ['in_progress', 'returned'], to: null, by: 'worker' },
  submit: { from: ['in_progress', 'returned'], to: 'pending_review', by: 'worker' },
  approve: { from: ['pending_review'], to: 'approved', by: 'admin' },
  reject: { from: ['pending_review'], to: 'returned', by: 'admin' },
  pay: { from: ['approved'], to: 'paid', by: 'admin' },
  /** The transfer came back: the task is payable again. */
  unpay: { from: ['paid'], to: 'approved', by: 'admin' },
  /** Sets the product and batch of the work. */
  name_batch: { from: ['approved', 'paid'], to: null, by: 'admin' },
  /** Sets the units of the product that it added to stock. */
  stock: { from: ['approved', 'paid'], to: null, by: 'admin' },
} as const satisfies Record<string, Move>
export type TaskTransition = keyof typeof TASK_TRANSITIONS

/** The state after this transition; null when it is not possible. */
export function afterTransition(state: TaskState, move: TaskTransition): TaskState | null {
  const { from, to }: Move = TASK_TRANSITIONS[move]
  return from.includes(state) ? (to ?? state) : null
}

export type Task = TaskContent & {
  id: string
  /** Shared by the tasks that were created together. */
  batchId: string
  userId: string | null
  state: TaskState
  progressCount: number
  /** The step of counting that was received last; null before the first. */
  lastCountId: string | null
  /** How many pieces were accepted and are paid for; null for all. The payment is then the reduced one. */
  approvedQuantity: number | null
  photo: TaskPhoto | null
  rating: number | null
  rejectionReason: string | null
  /** The picture of how it should look, sent with the last rejection; null without one. */
  example: Picture | null
  /** The picture of its template, as it was when the task was given. */
  picture: Picture | null
  /** The preset of the reason, with texts in every language (rejection.ts). */
  rejectionPreset: string | null
  productName: string | null
  batchCode: string | null
  /** Units of the product that the approved task added to stock; null for none. */
  stockedQuantity: number | null
  payoutLineId: string | null
  assignedDate: Date | null
  startedAt: Date | null
  submissionDate: Date | null
  reviewDate: Date | null
  createdAt: Date
  worker: TaskWorker | null
}

/** How many of a task's pieces were accepted and are paid for; null before its approval. */
export function acceptedOf({
  state,
  quantity,
  approvedQuantity,
}: Pick<Task, 'state' | 'quantity' | 'approvedQuantity'>): number | null {
  return STATUSES_OF[state].adminReviewStatus === 'approved' ? (approvedQuantity ?? quantity) : null
}

export type TaskPhoto = {
  id: string
  sha256: string
  width: number
  height: number
  flags: PhotoFlag[]
  /** The task that had the same or a very similar photo before. */
  seenBeforeIn: string | null
}

/** `email`: null for a worker who joined without one. */
export type TaskWorker = {
  fullName: string
  email: string | null
  phone: string | null
  groupId: string | null
  groupName: string | null
}

/** Warnings for the reviewer. */
export const PHOTO_FLAGS = ['same_photo', 'similar_photo', 'very_fast'] as const
export type PhotoFlag = (typeof PHOTO_FLAGS)[number]

export const PHOTO_FLAG_NAMES: Record<PhotoFlag, string> = {
  same_photo: 'This photo was used before',
  similar_photo: 'Looks like a photo that was used before',
  very_fast: 'Finished in less than a quarter of the expected time',
}

/** The longest time to a task's deadline: two years, one of them a leap year, to the end of their last day. */
const LONGEST_AHEAD_MS = 732 * DAY_MS

/** Why a new task cannot have this deadline; null when it can. */
export function deadlineRefusal(deadline: Date, now: Date): 'deadline_passed' | 'deadline_too_far' | null {
  if (deadline <= now) return 'deadline_passed'
  return deadline.getTime() - now.getTime() > LONGEST_AHEAD_MS ? 'deadline_too_far' : null
}

/** A task is visible to its worker and to admins; for others it does not exist. */
export function canSeeTask(actor: Actor, task: Pick<Task, 'userId' | 'state'>): boolean {
  return may(actor, 'programme') || isTaskWorker(actor, task)
}

/** True for the task's worker, if she is enrolled and the task is not withdrawn. */
export function isTaskWorker(actor: Actor, { userId, state }: Pick<Task, 'userId' | 'state'>): boolean {
  if (userId === null || state === 'withdrawn') return false
  return actor.kind === 'person' && actor.isWorker && isSelf(actor, userId)
}

/** Only a task in progress accepts a photo. */
export function canSendPhoto(state: TaskState): boolean {
  return afterTransition(state, 'submit') !== null
}

/**
 * True when the time from start to photo is less than a quarter of the expected time. Only a hint: a phone that was
 * offline sends both at once.
 */
export function isImplausiblyFast(
  startedAt: Date | null,
  submittedAt: Date,
  expectedMinutes: number | null,
): boolean {
  if (!startedAt || expectedMinutes === null) return false
  return submittedAt.getTime() - startedAt.getTime() < (expectedMinutes * MINUTE_MS) / 4
}

/** A change of the count, below zero for an undo. The phone generates the id, so that a repeated step counts once. */
export type CountStep = { id: string; step: number }

/** The count after these steps in order, always between 0 and the task's quantity. */
export function counted(
  { progressCount, quantity }: Pick<Task, 'progressCount' | 'quantity'>,
  steps: readonly Pick<CountStep, 'step'>[],
): number {
  return steps.reduce((count, { step }) => Math.min(quantity, Math.max(0, count + step)), progressCount)
}
