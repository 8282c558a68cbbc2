import { DASHBOARD } from '#app/admin/tabs.ts'
import type { ApprovalFilter } from '#shop/programme/approvals.ts'

export const APPROVALS = `${DASHBOARD}/task-approvals`

/** The address of a page of the approvals, perhaps with a photo open. */
export function approvalPath(filter: ApprovalFilter, page = 1, photo = ''): string {
  const query = new URLSearchParams({
    ...(filter !== 'pending_review' && { status: filter }),
    ...(page > 1 && { page: String(page) }),
    ...(photo && { photo }),
  })
  return query.size > 0 ? `${APPROVALS}?${query}` : APPROVALS
}
