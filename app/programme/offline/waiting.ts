/** Items that wait on a worker's phone until the server has them, and the messages of pages and service worker. */

/** Why the server refuses an item. `gone`: the task no longer exists; `damaged` and `failed` may be retried. */
export type Refusal = 'gone' | 'too_late' | 'damaged' | 'failed'

/** Failed attempts to send an item, and when it may be tried again, in ms. */
export type Retry = { tries?: number; retryAt?: number }

type Waiting = Retry & {
  workLogId: string
  /** Its owner; it is never sent while another person is signed in. */
  ownerId: string
  taskName: string
  /** Null while it is still to be sent. A refused entry stays until its owner removes it. */
  refused: Refusal | null
}

/** A task that was started on the phone; at most one for each task. */
export type WaitingStart = Waiting

/** A step of counting; sent twice, it counts once. */
export type WaitingStep = Waiting & {
  /** Its position in the queue, assigned by the store. */
  at?: number
  id: string
  /** The change of the count, positive or negative. */
  step: number
}

/** A shrunk photo. The same photo of the same task is queued once. */
export type WaitingPhoto = Waiting & { sha256: string; bytes: Blob; addedAt: number }

/** A coordinator's decision about a photo. Sent twice, it counts once. */
export type WaitingDecision = Waiting & {
  id: string
  photoId: string
  workerName: string
  /** The fields of its form, with the picture of a rejection. */
  fields: [name: string, value: string | Blob][]
  addedAt: number
  /** The server's refusal in the reader's language. */
  said: string
}

/** A task's state in the server's last answer; a stored page may show an older one. Server times, in ms. */
export type KnownTask = {
  workLogId: string
  isStarted?: boolean
  done?: number
  asOf?: number
  /** The last step in `done`. It stays in the queue if the phone ends before it is removed. */
  lastCountId?: string | null
  /** When the server confirmed the photo. */
  photoAt?: number
  /** The photo that was decided about from this phone. */
  decidedPhoto?: string
}

/** Everything of one person on this phone. */
export type OnPhone = {
  starts: WaitingStart[]
  steps: WaitingStep[]
  photos: WaitingPhoto[]
  decisions: WaitingDecision[]
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
  | { kind: 'decided'; intent: string }

/** Broadcasts to all open pages, this one included, and to the service worker. */
export function tell(news: WaitingNews): void {
  const channel = new BroadcastChannel(WAITING_CHANNEL)
  channel.postMessage(news)
  channel.close()
}

/**
 * True when work goes to the phone's queue instead of a form: without a network always, since a failed form would
 * replace the page and the entered values.
 */
export function goesToQueue(): boolean {
  return canQueue() || !navigator.onLine
}

/** True when this browser can queue work; otherwise plain forms send it. */
export function canQueue(): boolean {
  if (!isSecureContext || !window.indexedDB || !('locks' in navigator)) return false
  try {
    new BroadcastChannel(WAITING_CHANNEL).close()
    return true
  } catch {
    // Firefox, when the site's data is blocked.
    return false
  }
}
