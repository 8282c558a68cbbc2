import { choiceFilter, type FilterValues, hiddenFilter, searchFilter, valueIn } from '#shop/kernel/filters.ts'
import type { TaskState } from '#shop/programme/task.ts'
import { TASK_STATE_NAMES } from '#shop/programme/task-words.ts'

export const TASK_FILTERS = {
  text: searchFilter('Search by task or worker'),
  state: choiceFilter('Status', TASK_STATE_NAMES, { param: 'status', any: 'All' }),
}

export type TaskFilters = FilterValues<typeof TASK_FILTERS>

export const WORKER_FILTERS = {
  text: searchFilter('Search by name, whole phone number or group', 'Name, whole number, group'),
}

export type WorkerFilters = FilterValues<typeof WORKER_FILTERS>

export const REVIEWS_PER_PAGE = 12

/** The task states of each filter, in display order. A rejected task is listed until its next photo arrives. */
export const FILTER_STATES = {
  pending_review: ['pending_review'],
  approved: ['approved', 'paid'],
  rejected: ['returned'],
  all: ['pending_review', 'returned', 'approved', 'paid'],
} satisfies Record<string, readonly TaskState[]>

export type ApprovalFilter = keyof typeof FILTER_STATES

const FILTER_NAMES = Object.keys(FILTER_STATES) as ApprovalFilter[]

/** The filter of the approvals. Its choices are links, labelled in the coordinator's language. */
export const APPROVAL_FILTERS = {
  filter: hiddenFilter((text) => valueIn(FILTER_NAMES, text) ?? 'pending_review', { param: 'status' }),
}
