/** Types of the phone's offline queue, and the messages between pages and service worker. */

/** Why the server refuses an item. `gone`: the task no longer exists; `damaged` and `failed` may be retried. */
export type Refusal = 'gone' | 'too_late' | 'damaged' | 'failed'

/** How often sending an item has failed, and when it may be tried again, in ms. */
export type Retry = { tries?: number; retryAt?: number }

type QueueEntry = Retry & {
  workLogId: string
  /** The owner's id. The entry is never sent while another person is signed in. */
  ownerId: string
  taskName: string
  /** Null while unsent. A refused entry stays until its owner removes it. */
  refused: Refusal | null
}

/** A task that was started on the phone. There is at most one entry for each task. */
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
  /** How many pieces the worker said were done. */
  claimed?: number
  addedAt: number
}

/** A worker's question, which is about no task. `workLogId`: the question's own id. `taskName`: its text. */
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

/** A task's state in the server's last answer. A stored page may show an older state. Times are the server's, in ms. */
export type KnownTask = {
  workLogId: string
  isStarted?: boolean
  done?: number
  asOf?: number
  /** The id of the last step that `done` includes. If the page is closed too early, that step is still queued. */
  lastCountId?: string | null
  /** When the server confirmed the photo. */
  photoAt?: number
  /** The id of the photo whose decision was sent from this phone. */
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
  /** How many unsent items this session has no keys for. Only a sign-in with the PIN can send them. */
  locked: number
}

/** Returns all queued items, including refused ones. */
export function allOf({ starts, steps, photos, decisions, questions }: Queues): QueueEntry[] {
  return [...starts, ...steps, ...photos, ...decisions, ...questions]
}

type Queues = Omit<OnPhone, 'tasks' | 'locked'>

/** True if something of this person is unsent, including locked items. */
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

/** Sends a message to all open pages, including this one, and to the service worker. */
export function notify(news: WaitingNews): void {
  const channel = new BroadcastChannel(WAITING_CHANNEL)
  channel.postMessage(news)
  channel.close()
}

/**
 * True if work goes to the phone's queue instead of a form. Without a network it always does, because a failed form
 * would replace the page and the entered values.
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
