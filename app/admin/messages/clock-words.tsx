import { type Deadline, span } from '#shop/messages/sla.ts'

type ClockWordsProps = {
  clock: Deadline
  /** When the time began to run. */
  since: Date
  now: Date
  /** The past action: 'Sent'. */
  done: string
}

/** The state of a legal deadline in words; late ones in red. */
export function DeadlineText({ clock: { dueAt, doneAt, isLate }, since, now, done }: ClockWordsProps) {
  const words = doneAt
    ? doneAt.getTime() - since.getTime() < 60_000
      ? `${done} right away`
      : `${done} after ${span(since, doneAt)}`
    : isLate
      ? `${span(dueAt, now)} late`
      : `${span(now, dueAt)} left`
  return <span className={isLate ? 'late' : undefined}>{words}</span>
}
