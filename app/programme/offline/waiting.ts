/** The entries of the phone's offline queue, and the broadcasts between pages and service worker. */

/** Why the server refuses an item. `gone`: the task no longer exists; `damaged` and `failed` may be retried. */
export type Refusal = 'gone' | 'too_late' | 'damaged' | 'failed'

/** Failed attempts to send an item, and when it may be tried again, in ms. */
export type Retry = { tries?: number; retryAt?: number }

type QueueEntry = Retry & {
  workLogId: string
  /** The owner. The entry is never sent while another person is signed in. */
  ownerId: string
  taskName: string
  /** Null while unsent. A refused entry stays until its owner removes it. */
  refused: Refusal | null
}

/** A task that was started on the phone; at most one for each task. */
export type WaitingStart = QueueEntry

/** A step of counting. Idempotent by its id. */
export type WaitingStep = QueueEntry & {
  /** Its position in the queue, assigned by the store. */
  at?: number
  id: string
  /** The change of the count, positive or negative. */
  step: number
}

/** A shrunk photo. The same photo of the same task is queued once. */
export type WaitingPhoto = QueueEntry & {
  sha256: string
  bytes: Blob
  /** How many pieces the worker declared done. */
  claimed?: number
  addedAt: number
}

/** A worker's question. `workLogId` is the question's own id, since it is about no task; `taskName` its text. */
export type WaitingQuestion = QueueEntry & { addedAt: number }

/** A coordinator's decision about a photo. Idempotent by its id. */
export type WaitingDecision = QueueEntry & {
  id: string
  photoId: string
  workerName: string
  /** The form's fields, including the picture of a rejection. */
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
  /** The last step in `done`. It stays queued if the page is closed before it is removed. */
  lastCountId?: string | null
  /** When the server confirmed the photo. */
  photoAt?: number
  /** The photo whose decision was sent from this phone. */
  decidedPhoto?: string
}

/** Everything of one person on this phone. */
export type OnPhone = {
  starts: WaitingStart[]
  steps: WaitingStep[]
  photos: WaitingPhoto[]
  decisions: WaitingDecision[]
  questions: WaitingQuestion[]
  tasks: KnownTask[]
  /** How many unsent items this session has no keys for. Only a sign-in by PIN sends them. */
  locked: number
}

/** Returns all queued items, refused ones too. */
export function allOf({ starts, steps, photos, decisions, questions }: Queues): QueueEntry[] {
  return [...starts, ...steps, ...photos, ...decisions, ...questions]
}

type Queues = Omit<OnPhone, 'tasks' | 'locked'>

/** True if something of this person is unsent, locked items included. */
export function hasUnsent(phone: OnPhone): boolean {
  return phone.locked > 0 || allOf(phone).some(({ refused }) => !refused)
}

export const WAITING_CHANNEL = 'waiting'

/** `tried`: an attempt to send has ended; `refused`: an entry was refused; `confirmed`: a photo has arrived. */
export type WaitingNews =
  | { kind: 'changed' }
  | { kind: 'refused' }
  | { kind: 'tried'; isDone: boolean }
  | { kind: 'progress'; sha256: string; sent: number }
  | { kind: 'started' }
  | { kind: 'confirmed' }
  | { kind: 'asked'; id: string }
  | { kind: 'decided'; intent: string }

/** Broadcasts to all open pages, this one included, and to the service worker. */
export function notify(news: WaitingNews): void {
  const channel = new BroadcastChannel(WAITING_CHANNEL)
  channel.postMessage(news)
  channel.close()
}

/**
 * True if work goes to the phone's queue instead of a form: always without a network, since a failed form would
 * replace the page and the entered values.
 */
export function goesToQueue(): boolean {
  return canQueue() || !navigator.onLine
}

/** True if this browser can queue work; otherwise plain forms send it. */
export function canQueue(): boolean {
  if (!isSecureContext || !window.indexedDB || !('locks' in navigator)) return false
  try {
    new BroadcastChannel(WAITING_CHANNEL).close()
    return true
  } catch {
    // Firefox throws if the site's data is blocked.
    return false
  }
}
