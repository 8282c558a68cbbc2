import type { Question } from '#app/admin/kit/question.tsx'
import type { AdminAnswer } from '#app/admin/kit/status-notice.tsx'

/** What the page of an order says after a form of it, with what was typed when it was refused. */
export type OrderActionResult = Partial<AdminAnswer> & {
  /** Asked before what was posted is done. */
  question?: Question
  typed?: Record<string, string>
  /** Somebody else has saved meanwhile: both versions are shown. */
  isConflict?: boolean
}
