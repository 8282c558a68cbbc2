/** Deadlines for acknowledging and settling a message: Consumer Protection (E-Commerce) Rules 2020, rule 4(5). */
import { HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import type { ContactMessage } from '#shop/messages/message.ts'

const ACKNOWLEDGE_HOURS = 48
const IST_MS = 5.5 * HOUR_MS

export type Deadline = {
  dueAt: Date
  /** When it was done, or null. */
  doneAt: Date | null
  /** Done too late, or overdue. */
  isLate: boolean
}

/** Returns the deadline of the acknowledgement: 48 hours after the message. */
export function acknowledgementDeadline(
  message: Pick<ContactMessage, 'createdAt' | 'acknowledgedAt'>,
  now: Date,
): Deadline {
  const dueAt = new Date(message.createdAt.getTime() + ACKNOWLEDGE_HOURS * HOUR_MS)
  return deadlineOf(dueAt, message.acknowledgedAt, now)
}

/** Returns the deadline of closing the message: a month after it. */
export function redressDeadline(message: Pick<ContactMessage, 'createdAt' | 'closedAt'>, now: Date) {
  return deadlineOf(oneMonthLater(message.createdAt), message.closedAt, now)
}

function deadlineOf(dueAt: Date, doneAt: Date | null, now: Date): Deadline {
  return { dueAt, doneAt, isLate: (doneAt ?? now) > dueAt }
}

/** Returns the same day and hour of the next month in India, or that month's last day if it is too short. */
function oneMonthLater(time: Date): Date {
  const local = new Date(time.getTime() + IST_MS)
  const day = local.getUTCDate()
  local.setUTCDate(1)
  local.setUTCMonth(local.getUTCMonth() + 1)
  const last = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate()
  local.setUTCDate(Math.min(day, last))
  return new Date(local.getTime() - IST_MS)
}

/** Returns '3 days', '5 hours' or '20 minutes': the largest unit, rounded down. */
export function durationText(from: Date, to: Date): string {
  const minutes = Math.floor(Math.abs(to.getTime() - from.getTime()) / MINUTE_MS)
  const [count, unit] =
    minutes >= 2880 ? [minutes / 1440, 'day'] : minutes >= 120 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  const rounded = Math.floor(count as number)
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`
}
