import type { StaffRole } from '#shop/kernel/staff-role.ts'

/** The actor of a request. A person may have several roles; a visitor has none. */
export type Person = {
  kind: 'person'
  id: string
  email: string
  fullName: string
  staffRole: StaffRole | null
  isWorker: boolean
  /** The ids of the groups that this person coordinates. */
  coordinates: readonly string[]
  /** When the second factor was last proven in this session; null for a person who has none. */
  factorAt: Date | null
  /**
   * Signed in with a PIN. Only the worker's own routes get such a person (`pinWorker` in app/request/guards.server.ts and
   * api/guards.ts); everywhere else the same browser is a visitor.
   */
  withPin?: true
}
export type Actor = { kind: 'visitor' } | Person

export const VISITOR: Actor = { kind: 'visitor' }

/** An email's recipient, and who requested it: the mailbox's owner, or anyone who can type the address. */
export type Recipient = { email: string; askedBy: 'owner' | 'anyone' }

/** An address that the actor typed into a form: requested by the owner only if signed in with this address. */
export function recipientFor(actor: Actor, email: string): Recipient {
  const isOwn = actor.kind === 'person' && actor.email === email.trim().toLowerCase()
  return { email, askedBy: isOwn ? 'owner' : 'anyone' }
}

/** True when the actor is this user; ids in URLs may be in upper case. */
export function isSelf(actor: Actor, userId: string): boolean {
  return actor.kind === 'person' && actor.id === userId.toLowerCase()
}
