import { MINUTE_MS } from '#shop/kernel/duration.ts'

export type OrderNote = {
  id: string
  /** Null when the account was deleted. */
  authorId: string | null
  authorName: string | null
  text: string
  createdAt: Date
  editedAt: Date | null
}

export const MAX_NOTE_LENGTH = 2000

/** The author may change or delete a note for this many minutes. */
export const NOTE_MINUTES = 15

export function editableSince(now: Date): Date {
  return new Date(now.getTime() - NOTE_MINUTES * MINUTE_MS)
}

export function mayChangeNote(
  { authorId, createdAt }: Pick<OrderNote, 'authorId' | 'createdAt'>,
  { actorId, now }: { actorId: string; now: Date },
): boolean {
  return authorId === actorId && createdAt > editableSince(now)
}
