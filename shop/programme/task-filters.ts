import { searchText } from '#shop/kernel/text.ts'
import { TASK_STATES, type TaskState } from '#shop/programme/task.ts'

/** Filters of the admin's task list in the URL. */
export type TaskSearch = { text: string; state: TaskState | null; page: number }

export const TASK_STATE_NAMES: Record<TaskState, string> = {
  pending: 'Pending',
  in_progress: 'In progress',
  returned: 'To be done again',
  pending_review: 'Pending review',
  approved: 'Approved, to be paid',
  paid: 'Paid',
  withdrawn: 'Withdrawn',
}

/** Ignores invalid values. */
export function readTaskSearch(params: URLSearchParams): TaskSearch {
  return {
    text: searchText(params, 100),
    state: TASK_STATES.find((state) => state === params.get('status')) ?? null,
    page: Math.min(Math.max(1, Math.trunc(Number(params.get('page'))) || 1), 10_000),
  }
}

/** Photos per page. */
export const REVIEWED_AT_ONCE = 12

export const APPROVAL_FILTERS = [
  { value: 'pending_review', label: 'Pending Review' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'all', label: 'All' },
] as const
export type ApprovalFilter = (typeof APPROVAL_FILTERS)[number]['value']

/** A rejected task is listed until its next photo arrives. */
export const FILTER_STATES: Record<ApprovalFilter, readonly TaskState[]> = {
  pending_review: ['pending_review'],
  approved: ['approved', 'paid'],
  rejected: ['returned'],
  all: ['pending_review', 'returned', 'approved', 'paid'],
}

export function approvalFilter(asked: string | null): ApprovalFilter {
  return APPROVAL_FILTERS.find(({ value }) => value === asked)?.value ?? 'pending_review'
}
