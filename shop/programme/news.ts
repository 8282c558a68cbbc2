/** Messages to workers; `app/programme/words/` has their texts. */
import type { Money } from '#shop/kernel/money.ts'
import type { NameInBoth } from '#shop/programme/task-words.ts'

export const NEWS_KINDS = ['new_task', 'do_again', 'paid', 'due_tomorrow', 'withdrawn'] as const
export type NewsKind = (typeof NEWS_KINDS)[number]

export type NewsTask = NameInBoth & {
  quantity: number
  unit: string
  paymentAmount: Money
  completionDeadline: Date
  rejectionReason: string | null
  rejectionPreset: string | null
}

export type News = { id: string } & (
  | { kind: Exclude<NewsKind, 'paid'>; task: NewsTask }
  | { kind: 'paid'; payment: { amount: Money; reference: string } }
)

/** Messages that a coordinator sent in one text. */
export type SentText = {
  /** The text's id, for the undo. */
  sentId: string
  fullName: string
  kinds: NewsKind[]
  at: Date
  /** CLOSED_ACCOUNT for a closed account, null if the user's row was deleted. */
  by: string | null
}

/** A link contains the text with the messages, and some apps truncate longer links. */
export const MAX_PER_TEXT = 10
/** Older messages are no longer sent. */
export const NEWS_DAYS = 14
/** How long sent messages are listed and can be undone. */
export const SENT_TEXT_DAYS = 7
