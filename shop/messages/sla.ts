/** Deadlines for acknowledging and settling a message: Consumer Protection (E-Commerce) Rules 2020, rule 4(5). */
import { HOUR_MS, MINUTE_MS } from '#shop/kernel/duration.ts'
import type { ContactMessage } from '#shop/messages/message.ts'

const ACKNOWLEDGE_HOURS = 48
const IST_MS = 5.5 * HOUR_MS

export type Deadline = {
  dueAt: Date
  /** Null until done. */
  doneAt: Date | null
  /** Done too late, or overdue. */
  isLate: boolean
}

/** Within 48 hours. */
export function acknowledgementDeadline(
  message: Pick<ContactMessage, 'createdAt' | 'acknowledgedAt'>,
  now: Date,
): Deadline {
  const dueAt = new Date(message.createdAt.getTime() + ACKNOWLEDGE_HOURS * HOUR_MS)
  return clock(dueAt, message.acknowledgedAt, now)
}

/** Within a month. */
export function redressDeadline(message: Pick<ContactMessage, 'createdAt' | 'closedAt'>, now: Date) {
  return clock(aMonthLater(message.createdAt), message.closedAt, now)
}

function clock(dueAt: Date, doneAt: Date | null, now: Date): Deadline {
  return { dueAt, doneAt, isLate: (doneAt ?? now) > dueAt }
}

/** Same day and hour in India; the last day of a shorter month. */
function aMonthLater(time: Date): Date {
  const local = new Date(time.getTime() + IST_MS)
  const day = local.getUTCDate()
  local.setUTCDate(1)
  local.setUTCMonth(local.getUTCMonth() + 1)
  const last = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate()
  local.setUTCDate(Math.min(day, last))
  return new Date(local.getTime() - IST_MS)
}

/** '3 days', '5 hours', '20 minutes': the largest unit, rounded down. */
export function durationText(from: Date, to: Date): string {
  const minutes = Math.floor(Math.abs(to.getTime() - from.getTime()) / MINUTE_MS)
  const [count, unit] =
    minutes >= 2880 ? [minutes / 1440, 'day'] : minutes >= 120 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  const whole = Math.floor(count as number)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}
