/** A step of counting that waits on the phone until the server has it. */
export type WaitingStep = {
  /** Its place on this phone; the store gives it. */
  at?: number
  /** What the server knows it by: sent twice, it counts once. */
  id: string
  workLogId: string
  /** Who counted: it is never sent while somebody else uses the phone. */
  ownerId: string
  /** So many more, or taken back. */
  step: number
}

/** What the server last said is done, and when by its clock: a page that was kept may be older. */
export type KnownCount = { workLogId: string; done: number; asOf: number }

/** Pages and the service worker tell each other here that something was counted or sent. */
export const COUNT_CHANNEL = 'waiting-counts'
