import type { StaffRole } from '#shop/kernel/staff-role.ts'

/** A person may have several roles; a visitor has none. */
export type Person = {
  kind: 'person'
  id: string
  email: string
  fullName: string
  staffRole: StaffRole | null
  isWorker: boolean
  /** Ids of the groups that the person coordinates. */
  coordinates: readonly string[]
  /** When the second factor was last proven in this session; null without one. */
  factorAt: Date | null
  /**
   * True for a person who signed in with a PIN. Only the worker's own routes accept such a person (`pinWorker` in
   * app/request/guards.server.ts and api/guards.ts); everywhere else the same browser is a visitor.
   */
  withPin?: true
  /** Set when an API key acts for the person. Only these permissions of the person then apply. */
  scopes?: readonly string[]
}
export type Actor = { kind: 'visitor' } | Person

export const VISITOR: Actor = { kind: 'visitor' }

/** `askedBy`: 'owner' if the signed-in owner of the mailbox entered the address. */
export type Recipient = { email: string; askedBy: 'owner' | 'anyone' }

/** Returns 'owner' only if the actor is signed in with this address. */
export function recipientFor(actor: Actor, email: string): Recipient {
  const isOwn = actor.kind === 'person' && actor.email === email.trim().toLowerCase()
  return { email, askedBy: isOwn ? 'owner' : 'anyone' }
}

/** Ids in URLs may be in upper case. */
export function isSelf(actor: Actor, userId: string): boolean {
  return actor.kind === 'person' && actor.id === userId.toLowerCase()
}
