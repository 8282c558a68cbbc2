/** Refusals of the programme and their words in English. */
import { type PictureRefusal, pictureMessage } from '#shop/pictures.ts'

const MESSAGES = {
  task_not_found: 'Task not found.',
  worker_not_found: 'Worker not found.',
  group_not_found: 'Group not found.',
  group_name_taken: 'Another group has this name.',
  deadline_passed: 'The deadline must be in the future.',
  task_already_started: 'This task has already been started.',
  task_not_in_progress: 'This task is not in progress.',
  task_not_in_review: 'This task isn’t waiting for review: another admin may already have reviewed it.',
  task_not_approved: 'This task has not been approved.',
  task_without_product: 'This task has no product, so there is no stock to add to. Choose the product first.',
  task_in_stock: 'This task has added units to stock. Take them back before you choose another product.',
  shelf_too_empty: 'There are no longer that many units in stock.',
  count_out_of_range: 'That is more than the task asks for.',
  photo_missing: 'Missing required information',
  photo_not_found: 'Photo not found, or its link has expired.',
  upload_not_found: 'Upload not found.',
  upload_offset_wrong: 'The next part must begin where the last one ended.',
  upload_incomplete: 'Parts of the photo are still missing.',
  upload_damaged: 'Failed to send photo',
  nothing_to_pay: 'There is no approved work that has not been paid.',
  already_in_payout: 'This task is in a payout or has been paid.',
  payout_line_not_found: 'Payment not found.',
  payout_line_closed: 'This payment has already been dealt with.',
  payment_not_paid: 'This payment has not been made yet.',
  question_not_found: 'Question not found.',
  question_answered: 'This question has already been answered.',
} as const

export type ProgrammeReason = keyof typeof MESSAGES
/** A refusal with one of these reasons. */
export type ProgrammeRefusal<
  Reason extends ProgrammeReason | 'signed_out' | 'not_admin' | 'product_not_found',
> = {
  ok: false
  reason: Reason
}

/** The refusal in English, as pages and API show it. */
export function programmeMessage(reason: ProgrammeReason | PictureRefusal['reason']): string {
  return reason in MESSAGES
    ? MESSAGES[reason as ProgrammeReason]
    : pictureMessage(reason as PictureRefusal['reason'])
}
