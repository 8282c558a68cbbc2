/** Internal notes of an order, by admins; never shown to customers. */
import { MINUTE_MS } from '#shop/kernel/duration.ts'

export type OrderNote = {
  id: string
  /** Null when the admin has left. */
  authorId: string | null
  authorName: string | null
  text: string
  createdAt: Date
  editedAt: Date | null
}

/** The longest note, in characters. */
export const MAX_NOTE_LENGTH = 2000

/** So many minutes its author may change or delete a note. */
export const NOTE_MINUTES = 15

/** Notes from this moment on can still be changed. */
export function notesChangeableSince(now: Date): Date {
  return new Date(now.getTime() - NOTE_MINUTES * MINUTE_MS)
}

/** True while this admin may change or delete the note. */
export function mayChangeNote(
  { authorId, createdAt }: Pick<OrderNote, 'authorId' | 'createdAt'>,
  { actorId, now }: { actorId: string; now: Date },
): boolean {
  return authorId === actorId && createdAt > notesChangeableSince(now)
}
