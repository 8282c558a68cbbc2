/** Messages to workers: what they tell, without its words. */
import type { Money } from '#shop/kernel/money.ts'
import type { NameInBoth } from '#shop/programme/task-words.ts'
import type { Language } from '#shop/programme/worker.ts'

export const NEWS_KINDS = ['new_task', 'do_again', 'paid', 'due_tomorrow', 'withdrawn'] as const
export type NewsKind = (typeof NEWS_KINDS)[number]

/** The task that a message is about, as it is now. */
export type NewsTask = NameInBoth & {
  quantity: number
  unit: string
  paymentAmount: Money
  completionDeadline: Date
  rejectionReason: string | null
  rejectionPreset: string | null
}

/** What one message tells. */
export type News = { id: string } & (
  | { kind: Exclude<NewsKind, 'paid'>; task: NewsTask }
  | { kind: 'paid'; payment: { amount: Money; reference: string } }
)

/** A worker with messages that wait to be sent to her. */
export type ToTell = {
  userId: string
  fullName: string
  groupName: string | null
  /** As she entered it, or as it is in her account. */
  phone: string
  language: Language
  /** She gets an email about each, too. */
  hasEmail: boolean
  /** The oldest, at most `MAX_PER_TEXT`. */
  news: News[]
  /** How many more wait. */
  more: number
}

/** The news that a coordinator sent to a worker in one text. */
export type Told = {
  /** Names the text, to undo it. */
  sentId: string
  fullName: string
  kinds: NewsKind[]
  at: Date
  /** The sender; null when the account is closed. */
  by: string | null
}

/** Messages in one text: more make a link that some apps cut. */
export const MAX_PER_TEXT = 10
/** Older messages are not sent any more. */
export const NEWS_DAYS = 14
/** How long what was sent is listed, and can be undone. */
export const TOLD_DAYS = 7
