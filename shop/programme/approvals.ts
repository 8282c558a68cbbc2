import type { TaskState } from '#shop/programme/task.ts'

/** Photos on one page. */
export const REVIEWED_AT_ONCE = 12

/** The filters of the admin's approvals, in display order. */
export const APPROVAL_FILTERS = [
  { value: 'pending_review', label: 'Pending Review' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'all', label: 'All' },
] as const
export type ApprovalFilter = (typeof APPROVAL_FILTERS)[number]['value']

/** The task states of each filter. A rejected task is listed until its next photo arrives. */
export const FILTER_STATES: Record<ApprovalFilter, readonly TaskState[]> = {
  pending_review: ['pending_review'],
  approved: ['approved', 'paid'],
  rejected: ['returned'],
  all: ['pending_review', 'returned', 'approved', 'paid'],
}

/** The filter of a URL; those waiting for review by default. */
export function approvalFilter(asked: string | null): ApprovalFilter {
  return APPROVAL_FILTERS.find(({ value }) => value === asked)?.value ?? 'pending_review'
}
