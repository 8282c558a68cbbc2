import type { TaskState } from '#shop/programme/task.ts'

/** The filters of the admin's approvals, in their order. */
export const APPROVAL_FILTERS = [
  { value: 'pending_review', label: 'Pending Review' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'all', label: 'All' },
] as const
export type ApprovalFilter = (typeof APPROVAL_FILTERS)[number]['value']

/** Tasks that a filter shows. A rejected one shows until its next photo comes. */
export const FILTER_STATES: Record<ApprovalFilter, readonly TaskState[]> = {
  pending_review: ['pending_review'],
  approved: ['approved', 'paid'],
  rejected: ['returned'],
  all: ['pending_review', 'returned', 'approved', 'paid'],
}

/** The filter in an address; what is no filter shows what waits. */
export function approvalFilter(asked: string | null): ApprovalFilter {
  return APPROVAL_FILTERS.find(({ value }) => value === asked)?.value ?? 'pending_review'
}
