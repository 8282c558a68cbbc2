import type { Money } from '#shop/kernel/money.ts'
import type { TaskState } from '#shop/programme/task.ts'
import type { Language } from '#shop/programme/worker.ts'

/** A task as the worker's screens show it. */
export type ShownTask = {
  id: string
  name: string
  /** The steps of the work, one a line, or a text. */
  description: string
  /** The languages of name and description, which are not always the worker's. */
  nameLang: Language
  descriptionLang: Language
  state: TaskState
  quantity: number
  /** As the admin wrote it. */
  unit: string
  /** The work done by `asOf`, the server's time in milliseconds. */
  done: number
  asOf: number
  /** The step that was counted last by `asOf`, whose answer may have been lost; null before the first. */
  lastCountId: string | null
  /** Names the step of this task that a form of this page sends, which counts once. */
  stepId: string
  /** How many pieces were accepted and are paid for; null for all, or none yet. */
  accepted: number | null
  pay: Money
  deadline: Date
  isLate: boolean
  reason: string | null
  /** A signed link to the picture of how it should look, with its size in full; null without one. */
  example: { url: string; width: number; height: number } | null
  /** How the work should look. */
  picture: { url: string; width: number; height: number } | null
  rating: number | null
  /** A signed link to the photo that was sent, valid for up to an hour. */
  photo: string | null
}
