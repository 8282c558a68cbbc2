/** A newsletter is written as a draft and sent once, in batches. */
import { choiceFilter, type Search, searchFilter } from '#shop/kernel/filters.ts'
import type { Money } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'

export const ORDER_CONDITIONS = ['any', 'yes', 'no'] as const

/** Includes subscribers without orders. */
export const ALL_STATES = 'all'

/** Confirmed subscribers who meet both conditions. */
export type Audience = {
  ordered: (typeof ORDER_CONDITIONS)[number]
  /** Null exactly if `ordered` is 'any'. */
  days: number | null
  /** The state of the last order's address, or ALL_STATES. */
  state: string
}

export const NEWSLETTER_STATUS_NAMES = {
  draft: 'Draft',
  sending: 'Sending',
  stopped: 'Stopped',
  sent: 'Sent',
}
export type NewsletterStatus = keyof typeof NEWSLETTER_STATUS_NAMES

/** The filters of the list of newsletters. */
export const NEWSLETTER_FILTERS = {
  text: searchFilter('Search by subject'),
  status: choiceFilter('State', NEWSLETTER_STATUS_NAMES, { any: 'All' }),
}

export type NewsletterSearch = Search<typeof NEWSLETTER_FILTERS>

export type NewsletterText = { subject: string; preheader: string; body: string }

export type Newsletter = NewsletterText &
  Audience & {
    id: string
    /** Its name in links, as utm_campaign. */
    slug: string
    status: NewsletterStatus
    /** Number of the current batch; 0 for a draft. */
    batch: number
    createdAt: Date
    updatedAt: Date
    startedAt: Date | null
    endedAt: Date | null
    /** The mail server's answer; null if staff stopped it. */
    stopReason: string | null
  }

export const NO_COUNTS = {
  recipients: 0,
  sent: 0,
  /** Refused permanently, or at each attempt. */
  failed: 0,
  /** Unsubscribed before the email was sent. */
  skipped: 0,
  /** Not sent yet. Recipients of a stopped newsletter wait for a resume. */
  queued: 0,
  unsubscribed: 0,
}

export type NewsletterResults = typeof NO_COUNTS & {
  visits: number
  orders: number
  revenue: Money
  /** The first hundred addresses that do not exist. */
  undeliverable: string[]
}

/** Data of one email. `recipientId` is the same at every attempt. */
export type Letter = { recipientId: string; email: string; unsubscribeToken: string }

/** The shop promises at most one newsletter in this time. */
export const PROMISED_DAYS = 30

/** These limit the shop to three thousand emails an hour. */
export const BATCH_SIZE = 50
export const BATCH_PAUSE_SECONDS = 60

/** Time after which another process may claim a recipient that a killed process had claimed. */
export const HOLD_MINUTES = 5

/** Interval and maximum of attempts after temporary refusals. */
export const RETRY_MINUTES = 15
export const MAX_TRIES = 3

/** Number of consecutive refusals by policy that stops the sending. */
export const POLICY_LIMIT = 3

/** Orders within this time after the email count as its results. */
export const RESULT_DAYS = 7

export function subscribersText(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'subscriber' : 'subscribers'}`
}

/** Says how many subscribers would get a second newsletter within the promised days. */
export function repeatText(count: number): string {
  const subject = count === 1 ? 'of these subscribers has' : 'of these subscribers have'
  return `${formatNumber(count)} ${subject} got another newsletter in the last ${PROMISED_DAYS} days, and would get a second one.`
}

/** 'All confirmed subscribers whose last order went to Kerala and who have ordered in the last 90 days'. */
export function audienceText({ ordered, days, state }: Audience): string {
  const where = state === ALL_STATES ? '' : ` whose last order went to ${state}`
  const and = where === '' ? ' who' : ' and who'
  const verb = ordered === 'yes' ? 'have ordered' : 'have not ordered'
  const when = ordered === 'any' ? '' : `${and} ${verb} in the last ${days === 1 ? 'day' : `${days} days`}`
  return `All confirmed subscribers${where}${when}`
}

/** Returns the minimum duration, which results from the pauses between batches. */
export function sendingMinutes(recipients: number): number {
  return Math.ceil((Math.max(0, Math.ceil(recipients / BATCH_SIZE) - 1) * BATCH_PAUSE_SECONDS) / 60)
}
