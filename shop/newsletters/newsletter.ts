/** A newsletter: written as a draft, sent once in batches, with the results of its sending. */
import type { Money } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'

export const ORDERED = ['any', 'yes', 'no'] as const
/** Whether a subscriber has ordered in the last days. */
export type Ordered = (typeof ORDERED)[number]

/** Every state: subscribers need not have ordered. */
export const ALL_STATES = 'all'

/** Which of the confirmed subscribers get a newsletter; both conditions apply. */
export type Audience = {
  ordered: Ordered
  /** Null exactly if `ordered` is 'any'. */
  days: number | null
  /** The state of the last order's address, or ALL_STATES. */
  state: string
}

export type NewsletterStatus = 'draft' | 'sending' | 'stopped' | 'sent'

export type NewsletterText = { subject: string; preheader: string; body: string }

export type Newsletter = NewsletterText &
  Audience & {
    id: string
    /** Its name in links: utm_campaign. */
    slug: string
    status: NewsletterStatus
    /** The batch that is being sent; 0 for a draft. */
    batch: number
    createdAt: Date
    updatedAt: Date
    startedAt: Date | null
    endedAt: Date | null
    /** The mail server's answer that made the shop stop the sending; null when staff stopped it. */
    stopReason: string | null
  }

export type NewsletterCounts = {
  recipients: number
  sent: number
  /** Addresses that the mail server refused for good, or repeatedly. */
  failed: number
  /** Subscriptions that had ended when their turn came. */
  skipped: number
  /** Not sent yet; of a stopped newsletter never. */
  queued: number
  unsubscribed: number
}

export type NewsletterResults = NewsletterCounts & {
  visits: number
  orders: number
  revenue: Money
  /** Recipients' addresses that do not exist, the first hundred. */
  undeliverable: string[]
}

/** A newsletter as a row of the list. */
export type ListedNewsletter = Pick<
  Newsletter,
  'id' | 'subject' | 'status' | 'createdAt' | 'updatedAt' | 'startedAt'
> &
  NewsletterCounts & { visits: number }

/** What a subscriber's copy needs; `recipientId` is the same at every try. */
export type Letter = { recipientId: string; email: string; unsubscribeToken: string }

/** Subscribers are promised one newsletter in this many days at most. */
export const PROMISED_DAYS = 30

/** Recipients of one batch, and the pause before the next: three thousand an hour at most. */
export const BATCH_SIZE = 50
export const BATCH_PAUSE_SECONDS = 60

/** How long one try may take; then another process takes the recipient over from one that was killed. */
export const HOLD_MINUTES = 5

/** A temporary refusal of the mail server is tried again this much later, so often at most. */
export const RETRY_MINUTES = 15
export const MAX_TRIES = 3

/** So many refusals by policy in a row stop the sending. */
export const POLICY_LIMIT = 3

/** Orders in so many days after the email count as its result. */
export const RESULT_DAYS = 7

/** '1 subscriber', '2,84,310 subscribers'. */
export function subscribersText(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'subscriber' : 'subscribers'}`
}

/** Who would get a second newsletter within the promised days. */
export function againText(count: number): string {
  const who = count === 1 ? 'of these subscribers has' : 'of these subscribers have'
  return `${formatNumber(count)} ${who} got another newsletter in the last ${PROMISED_DAYS} days, and would get a second one.`
}

/** 'All confirmed subscribers whose last order went to Kerala and who have ordered in the last 90 days'. */
export function audienceText({ ordered, days, state }: Audience): string {
  const where = state === ALL_STATES ? '' : ` whose last order went to ${state}`
  const and = where === '' ? ' who' : ' and who'
  const verb = ordered === 'yes' ? 'have ordered' : 'have not ordered'
  const when = ordered === 'any' ? '' : `${and} ${verb} in the last ${days === 1 ? 'day' : `${days} days`}`
  return `All confirmed subscribers${where}${when}`
}

/** Minutes that sending to so many takes at least, by the pauses between batches. */
export function sendingMinutes(recipients: number): number {
  return Math.ceil((Math.max(0, Math.ceil(recipients / BATCH_SIZE) - 1) * BATCH_PAUSE_SECONDS) / 60)
}
