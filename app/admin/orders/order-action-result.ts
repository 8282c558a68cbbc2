import type { Question } from '#app/admin/kit/question.tsx'
import type { AdminAnswer } from '#app/admin/kit/status-notice.tsx'

/** The result of a form on the order page, with the typed values when it was refused. */
export type OrderActionResult = Partial<AdminAnswer> & {
  /** Asked before the change is made. */
  question?: Question
  typed?: Record<string, string>
  /** Another admin has saved meanwhile: both versions are shown. */
  isConflict?: boolean
}
