/** A photo that waits on the phone until the server has confirmed that it has it. */
export type WaitingPhoto = {
  /** The bytes' SHA-256: the same photo of the same task waits once. */
  sha256: string
  workLogId: string
  /** Whose it is: it is never sent while somebody else is signed in. */
  ownerId: string
  taskName: string
  bytes: Blob
  addedAt: number
  /** Null: still to be sent. Else the server's words for why it will not have it. */
  refused: string | null
}

/** How a photo in the queue stands, as its row shows it. */
export type PhotoState = {
  sha256: string
  workLogId: string
  taskName: string
  sent: number
  refused: string | null
}

/** What a try to send one photo came to. `later`: there is no network, or nobody is signed in. */
export type SendOutcome = { kind: 'confirmed' } | { kind: 'refused'; message: string } | { kind: 'later' }

export const PHOTO_CHANNEL = 'waiting-photos'

/** What pages and the service worker tell each other. */
export type PhotoNews =
  | { kind: 'changed' }
  | { kind: 'progress'; sha256: string; sent: number }
  | { kind: 'confirmed'; sha256: string; workLogId: string }
