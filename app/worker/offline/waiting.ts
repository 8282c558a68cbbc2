/** Items that wait on a worker's phone until the server has them, and the messages of pages and service worker. */

/** Why the server will not take something. `gone`: there is no such task any more; `damaged` and `failed` may be retried. */
export type Refusal = 'gone' | 'too_late' | 'damaged' | 'failed'

type Waiting = {
  workLogId: string
  /** Whose it is: it is never sent while another person is signed in. */
  ownerId: string
  taskName: string
  /** Null: still to be sent. A refused entry stays until its owner removes it. */
  refused: Refusal | null
}

/** A task that was started on the phone; at most one for each task. */
export type WaitingStart = Waiting

/** A step of counting; sent twice, it counts once. */
export type WaitingStep = Waiting & {
  /** Its place in the queue; the store assigns it. */
  at?: number
  id: string
  /** So many more, or fewer. */
  step: number
}

/** A photo, made small. The same photo of the same task waits once. */
export type WaitingPhoto = Waiting & { sha256: string; bytes: Blob; addedAt: number }

/** The server's last word on a task, which may be newer than a kept page. Times are the server's, in ms. */
export type KnownTask = {
  workLogId: string
  isStarted?: boolean
  done?: number
  asOf?: number
  /** When the photo was confirmed. */
  photoAt?: number
}

/** All that this phone holds of one person. */
export type OnPhone = {
  starts: WaitingStart[]
  steps: WaitingStep[]
  photos: WaitingPhoto[]
  known: KnownTask[]
}

export const WAITING_CHANNEL = 'waiting'

/** `tried`: an attempt to send ended; `refused`: an entry was refused just now. */
export type WaitingNews =
  | { kind: 'changed' }
  | { kind: 'refused' }
  | { kind: 'tried'; isDone: boolean }
  | { kind: 'progress'; sha256: string; sent: number }
  | { kind: 'confirmed'; sha256: string }

/** Tells every open page and the service worker, this page included. */
export function tell(news: WaitingNews): void {
  const channel = new BroadcastChannel(WAITING_CHANNEL)
  channel.postMessage(news)
  channel.close()
}

/** Whether this browser can keep work and send it later: else it is sent by the plain forms. */
export function canQueue(): boolean {
  return isSecureContext && 'indexedDB' in window && 'locks' in navigator && 'BroadcastChannel' in window
}
