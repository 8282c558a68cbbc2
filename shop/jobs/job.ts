/** The state of a job queue: jobs that wait, that run, and that were given up. */
export type QueueState = { name: string; waiting: number; running: number; failed: number }

/** A job that was given up after many tries and waits for a person. */
export type FailedJob = {
  queue: string
  id: string
  /** The ids of what it was about, by name. */
  about: Record<string, string>
  /** What the last try said; '' when it said nothing. */
  problem: string
  failedAt: Date
  sentAt: Date
}
