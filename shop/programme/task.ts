/** A worker's task, its states and the transitions between them. */
import type { Picture } from '#shop/catalogue/picture.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { DAY_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { may } from '#shop/kernel/permissions.ts'
import type { TaskContent } from '#shop/programme/task-fields.ts'

/** Types of work that produce no stock. */
export const NON_PRODUCING_TYPES: readonly string[] = ['quality', 'delivery']

export function producesStock(taskType: string): boolean {
  return !NON_PRODUCING_TYPES.includes(taskType)
}

/** False for weight, volume and time. */
export function isInPieces(unit: string): boolean {
  return !/^(kgs?|kilos?|kilograms?|g|grams?|l|lit(re|er)s?|ml|hours?|minutes?|days?)$/i.test(unit.trim())
}

/** 'returned': to be done again. 'withdrawn': created by mistake and hidden from its worker. */
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
export const REVIEW_STATUSES = ['pending_review', 'approved', 'rejected'] as const
export const TASK_PAYMENT_STATUSES = ['pending', 'paid'] as const

type Statuses = {
  status: (typeof WORK_LOG_STATUSES)[number]
  adminReviewStatus: (typeof REVIEW_STATUSES)[number] | null
  paymentStatus: (typeof TASK_PAYMENT_STATUSES)[number]
}

/** The three statuses that pages and API show for a state. */
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
  /** Null: the state does not change. */
  to: TaskState | null
  by: 'worker' | 'admin'
}

export const TASK_TRANSITIONS = {
  assign: { from: ['pending'], to: null, by: 'admin' },
  withdraw: { from: ['pending'], to: 'withdrawn', by: 'admin' },
  start: { from: ['pending'], to: 'in_progress', by: 'worker' },
  count: { from: ['in_progress', 'returned'], to: null, by: 'worker' },
  submit: { from: ['in_progress', 'returned'], to: 'pending_review', by: 'worker' },
  approve: { from: ['pending_review'], to: 'approved', by: 'admin' },
  reject: { from: ['pending_review'], to: 'returned', by: 'admin' },
  pay: { from: ['approved'], to: 'paid', by: 'admin' },
  /** Follows a returned transfer. */
  unpay: { from: ['paid'], to: 'approved', by: 'admin' },
  name_batch: { from: ['approved', 'paid'], to: null, by: 'admin' },
  stock: { from: ['approved', 'paid'], to: null, by: 'admin' },
} as const satisfies Record<string, Move>
export type TaskTransition = keyof typeof TASK_TRANSITIONS

/** Returns the state after the transition; null if it is not possible. */
export function afterTransition(state: TaskState, move: TaskTransition): TaskState | null {
  const { from, to }: Move = TASK_TRANSITIONS[move]
  return from.includes(state) ? (to ?? state) : null
}

export type Task = TaskContent & {
  id: string
  /** The same for tasks that were created together. */
  batchId: string
  userId: string | null
  state: TaskState
  progressCount: number
  /** How many pieces the worker said were done, with the photo; null: not stated. */
  claimedQuantity: number | null
  /** The id of the last received count step. */
  lastCountId: string | null
  /** Number of accepted pieces, to which `paymentAmount` was reduced; null: all. */
  approvedQuantity: number | null
  photo: {
    id: string
    sha256: string
    width: number
    height: number
    flags: PhotoFlag[]
    /** The id of another task with the same photo or a similar one. */
    seenBeforeIn: string | null
  } | null
  rating: number | null
  rejectionReason: string | null
  /** The picture sent with the last rejection. */
  example: Picture | null
  /** Copied from the template when the task was given. */
  picture: Picture | null
  rejectionPreset: string | null
  productName: string | null
  batchCode: string | null
  /** Units added to stock. */
  stockedQuantity: number | null
  payoutLineId: string | null
  assignedDate: Date | null
  startedAt: Date | null
  submissionDate: Date | null
  reviewDate: Date | null
  createdAt: Date
  worker: TaskWorker | null
}

/** Returns the accepted pieces; null before the approval. */
export function acceptedQuantity({
  state,
  quantity,
  approvedQuantity,
}: Pick<Task, 'state' | 'quantity' | 'approvedQuantity'>): number | null {
  return STATUSES_OF[state].adminReviewStatus === 'approved' ? (approvedQuantity ?? quantity) : null
}

/** `email`: null for a worker who joined without one. */
export type TaskWorker = {
  fullName: string
  email: string | null
  phone: string | null
  groupId: string | null
  groupName: string | null
}

export const PHOTO_FLAGS = ['same_photo', 'similar_photo', 'very_fast'] as const
export type PhotoFlag = (typeof PHOTO_FLAGS)[number]

/** Two years, including a leap day, plus the last day itself. */
const MAX_AHEAD_MS = 732 * DAY_MS

/** Returns why a new task cannot have this deadline, or null. */
export function deadlineRefusal(deadline: Date, now: Date): 'deadline_passed' | 'deadline_too_far' | null {
  if (deadline <= now) return 'deadline_passed'
  return deadline.getTime() - now.getTime() > MAX_AHEAD_MS ? 'deadline_too_far' : null
}

/** True for the task's worker and admins. All others get the answer for an unknown task. */
export function canSeeTask(actor: Actor, task: Pick<Task, 'userId' | 'state'>): boolean {
  return may(actor, 'programme') || isTaskWorker(actor, task)
}

/** True for the task's worker while enrolled; false for withdrawn tasks. */
export function isTaskWorker(actor: Actor, { userId, state }: Pick<Task, 'userId' | 'state'>): boolean {
  if (userId === null || state === 'withdrawn') return false
  return actor.kind === 'person' && actor.isWorker && isSelf(actor, userId)
}

export function canSendPhoto(state: TaskState): boolean {
  return afterTransition(state, 'submit') !== null
}

/** True below a quarter of the expected time. Only a hint: an offline phone sends start and photo at once. */
export function isImplausiblyFast(startedAt: Date | null, submittedAt: Date, expectedMinutes: number | null) {
  if (!startedAt || expectedMinutes === null) return false
  return submittedAt.getTime() - startedAt.getTime() < (expectedMinutes * MINUTE_MS) / 4
}

/** A negative step is an undo. The phone chooses the id, so that a repeated step counts once. */
export type CountStep = { id: string; step: number }

/** Returns the new count, between 0 and the quantity. */
export function applySteps(
  { progressCount, quantity }: Pick<Task, 'progressCount' | 'quantity'>,
  steps: readonly Pick<CountStep, 'step'>[],
): number {
  return steps.reduce((count, { step }) => Math.min(quantity, Math.max(0, count + step)), progressCount)
}
