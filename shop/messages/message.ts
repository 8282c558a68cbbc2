/** A message to us: who may write about what, in the words that form, mail and checks share. */

export type ContactSide = 'millet' | 'hydration'

export const CONTACT_SUBJECTS = [
  { value: 'customer-service', label: 'Customer Service' },
  { value: 'bulk-order', label: 'Bulk Order Inquiry' },
  { value: 'partnership', label: 'Partnership Opportunity' },
  { value: 'shg-program', label: 'SHG Program Information' },
  { value: 'other', label: 'Other' },
] as const
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number]['value']

export type ContactMessage = {
  id: string
  /** The number that people read and say: 'T-100001'. */
  ticket: string
  side: ContactSide
  name: string
  email: string
  subject: ContactSubject
  message: string
  createdAt: Date
  acknowledgedAt: Date | null
  status: MessageStatus
  closedAt: Date | null
  /** What admins noted for themselves. */
  note: string
}

/** Open until it is answered, closed when it is settled. */
export const MESSAGE_STATUSES = ['open', 'answered', 'closed'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

export type MessageReply = {
  id: string
  body: string
  actorName: string | null
  createdAt: Date
  sentAt: Date | null
}

export const CONTACT_FIELDS = ['name', 'email', 'subject', 'message'] as const
export type ContactField = (typeof CONTACT_FIELDS)[number]

/** What each field asks for when it is empty or not what it should be; the browser says the same before sending. */
export const CONTACT_PROBLEMS: Record<ContactField, string> = {
  name: 'Please enter your name',
  email: 'Please enter a valid email address',
  subject: 'Please choose a subject',
  message: 'Please enter your message',
}

export const MAX_NAME_LENGTH = 100
export const MAX_EMAIL_LENGTH = 254
export const MAX_MESSAGE_LENGTH = 5000
export const MAX_NOTE_LENGTH = 2000

export function subjectLabel(subject: ContactSubject): string {
  return CONTACT_SUBJECTS.find(({ value }) => value === subject)?.label ?? subject
}

/** The subject that a link asks for (`?subject=`), or null when there is no such subject. */
export function subjectFrom(text: string | null): ContactSubject | null {
  return CONTACT_SUBJECTS.find(({ value }) => value === text)?.value ?? null
}
