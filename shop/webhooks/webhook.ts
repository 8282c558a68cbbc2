/** Endpoints of other systems, and messages to them. */
import { DAY_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import { choiceFilter, idIn, pickFilter, type Search } from '#shop/kernel/filters.ts'

export type WebhookMessage = { url: string; secret: string; id: string; body: string; now: Date }

/** `status` null: there was no answer. `text`: the status, or why there is none. */
export type WebhookAnswer = { status: number | null; text: string }

/** Signs a message, and sends it to a public address. */
export type WebhookSender = { send(message: WebhookMessage): Promise<WebhookAnswer> }

export const MAX_ENDPOINTS = 20

/** An endpoint that has failed this long is switched off. */
const MAX_FAILING_MS = 3 * DAY_MS

/** Pause of an endpoint after a failure. */
export const PAUSE_MS = MINUTE_MS

/** If a process dies, its claim of an endpoint ends after this time. */
export const CLAIM_MS = 2 * MINUTE_MS

/** The last attempt is 75 hours after the first. */
export const MAX_ATTEMPTS = 11

/** Returns when to try again after this many failed attempts. Null: no further attempt. */
export function nextTryAfter(attempts: number, now: Date): Date | null {
  if (attempts >= MAX_ATTEMPTS) return null
  return new Date(now.getTime() + Math.min((MINUTE_MS / 2) * 3 ** (attempts - 1), DAY_MS))
}

export function isReceived({ status }: WebhookAnswer): boolean {
  return status !== null && status >= 200 && status < 300
}

/** True if a failing endpoint has to be switched off: it failed for days, or it asked for that (410 Gone). */
export function isGone({ status }: WebhookAnswer, failingSince: Date, now: Date): boolean {
  return status === 410 || now.getTime() - failingSince.getTime() >= MAX_FAILING_MS
}

/** How long messages are kept and can be sent again. */
export const DELIVERY_DAYS = 30

export const DELIVERY_STATES = { waiting: 'Waiting', delivered: 'Delivered', given_up: 'Given up' } as const

type DeliveryTimes = { deliveredAt: Date | null; nextTryAt: Date | null }

export function deliveryState({ deliveredAt, nextTryAt }: DeliveryTimes): keyof typeof DELIVERY_STATES {
  if (deliveredAt) return 'delivered'
  return nextTryAt ? 'waiting' : 'given_up'
}

export const DELIVERY_FILTERS = {
  endpoint: pickFilter('Endpoint', idIn, { any: 'All' }),
  state: choiceFilter('State', DELIVERY_STATES, { any: 'All' }),
}
export type DeliverySearch = Search<typeof DELIVERY_FILTERS>
