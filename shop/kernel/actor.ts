/** Who asks. A person may hold several roles; a visitor has none. */
export type Person = {
  kind: 'person'
  id: string
  email: string
  fullName: string
  isAdmin: boolean
  isWorker: boolean
}
export type Actor = { kind: 'visitor' } | Person

export const VISITOR: Actor = { kind: 'visitor' }

/** `Person` with the admin role: a person who is no admin is still a `Person` after the test. */
export type Admin = Person & { isAdmin: true }

export function isAdmin(actor: Actor): actor is Admin {
  return actor.kind === 'person' && actor.isAdmin
}

/** Whom an email goes to, and who asked for it: the mailbox's owner, or anyone who can type the address. */
export type Recipient = { email: string; askedBy: 'owner' | 'anyone' }

/** This address as typed into a form by the actor: the owner's only when signed in with it, which has proved it. */
export function recipientFor(actor: Actor, email: string): Recipient {
  const isOwn = actor.kind === 'person' && actor.email === email.trim().toLowerCase()
  return { email, askedBy: isOwn ? 'owner' : 'anyone' }
}

/** Workers' screens are open to workers, and to admins who help them. */
export function canOpenWorkerPages(actor: Actor): boolean {
  return actor.kind === 'person' && (actor.isWorker || actor.isAdmin)
}

/** True when the actor is this user; in an address an id may stand in capitals, too. */
export function isSelf(actor: Actor, userId: string): boolean {
  return actor.kind === 'person' && actor.id === userId.toLowerCase()
}
