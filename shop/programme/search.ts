import { searchText } from '#shop/kernel/text.ts'
import { TASK_STATES, type TaskState } from '#shop/programme/task.ts'

/** The filters of the admin's list of tasks, as stored in the page's URL. */
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

/** Parses the URL's parameters; invalid values are ignored. */
export function readTaskSearch(params: URLSearchParams): TaskSearch {
  return {
    text: searchText(params, 100),
    state: TASK_STATES.find((state) => state === params.get('status')) ?? null,
    page: Math.min(Math.max(1, Math.trunc(Number(params.get('page'))) || 1), 10_000),
  }
}
