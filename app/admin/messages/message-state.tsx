import { Badge, type Tone } from '#app/kit/status.tsx'
import { MINUTE_MS } from '#shop/kernel/duration.ts'
import { type ContactMessage, MESSAGE_STATUS_NAMES, type MessageStatus } from '#shop/messages/message.ts'
import { acknowledgementDeadline, type Deadline, durationText, redressDeadline } from '#shop/messages/sla.ts'

type DeadlineTextProps = {
  clock: Deadline
  /** When the legal time limit began. */
  since: Date
  now: Date
  /** The completed action: 'Sent'. */
  done: string
}

/** The state of a legal deadline in words, in red if it is late. */
function DeadlineText({ clock: { dueAt, doneAt, isLate }, since, now, done }: DeadlineTextProps) {
  const words = doneAt
    ? doneAt.getTime() - since.getTime() < MINUTE_MS
      ? `${done} right away`
      : `${done} after ${durationText(since, doneAt)}`
    : isLate
      ? `${durationText(dueAt, now)} late`
      : `${durationText(now, dueAt)} left`
  return <span className={isLate ? 'late' : undefined}>{words}</span>
}

type MessageDeadlineProps = { message: ContactMessage; now: Date }

export function TicketDeadline({ message, now }: MessageDeadlineProps) {
  const clock = acknowledgementDeadline(message, now)
  return <DeadlineText {...{ clock, now }} since={message.createdAt} done="Sent" />
}

export function RedressDeadline({ message, now }: MessageDeadlineProps) {
  const clock = redressDeadline(message, now)
  return <DeadlineText {...{ clock, now }} since={message.createdAt} done="Settled" />
}

const TONES: Record<MessageStatus, Tone> = { open: 'warning', answered: 'info', closed: 'positive' }

export function MessageBadge({ status }: { status: MessageStatus }) {
  return <Badge tone={TONES[status]}>{MESSAGE_STATUS_NAMES[status]}</Badge>
}
