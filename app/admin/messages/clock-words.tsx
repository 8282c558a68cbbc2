import { type Deadline, durationText } from '#shop/messages/sla.ts'

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
      : `${done} after ${durationText(since, doneAt)}`
    : isLate
      ? `${durationText(dueAt, now)} late`
      : `${durationText(now, dueAt)} left`
  return <span className={isLate ? 'late' : undefined}>{words}</span>
}
