/** What the API answers to a no of the programme. */
import { type ProgrammeReason, programmeMessage } from '#shop/programme/refusal.ts'

const STATUSES = {
  task_not_found: 404,
  worker_not_found: 422,
  group_not_found: 422,
  group_name_taken: 409,
  deadline_passed: 422,
  task_already_started: 409,
  task_not_in_progress: 409,
  task_not_in_review: 409,
  task_not_approved: 409,
  task_without_product: 409,
  task_in_stock: 409,
  shelf_too_empty: 409,
  count_out_of_range: 422,
  photo_missing: 422,
  photo_not_found: 404,
  upload_not_found: 404,
  upload_offset_wrong: 409,
  upload_incomplete: 409,
  upload_damaged: 422,
  nothing_to_pay: 409,
  already_in_payout: 409,
  payout_line_not_found: 404,
  payout_line_closed: 409,
  payment_not_paid: 409,
  question_not_found: 404,
  question_answered: 409,
} as const satisfies Record<ProgrammeReason, 404 | 409 | 422>

type Statuses = typeof STATUSES

export const PROGRAMME_ANSWERS = Object.fromEntries(
  Object.entries(STATUSES).map(([reason, status]) => [
    reason,
    { status, error: programmeMessage(reason as ProgrammeReason) },
  ]),
) as { [Reason in ProgrammeReason]: { status: Statuses[Reason]; error: string } }
