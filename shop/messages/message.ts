import { choiceFilter, type FilterValues, flagFilter, searchFilter } from '#shop/kernel/filters.ts'

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
  /** The public number of a message: 'T-100001'. */
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
  /** Internal note of the staff. */
  note: string
}

/** `closed`: nothing is left to do. */
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

/** Messages about invalid fields, shared by browser and server. */
export const CONTACT_PROBLEMS: Record<(typeof CONTACT_FIELDS)[number], string> = {
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

/** Returns the subject named in a link (`?subject=`), or null. */
export function subjectFrom(text: string | null): ContactSubject | null {
  return CONTACT_SUBJECTS.find(({ value }) => value === text)?.value ?? null
}

export const MESSAGE_STATUS_NAMES: Record<MessageStatus, string> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
}

/** The filters of the admin's list of messages. `isLate`: messages past their deadline. */
export const MESSAGE_FILTERS = {
  text: searchFilter('Search by ticket, name, address or words'),
  status: choiceFilter('State', { ...MESSAGE_STATUS_NAMES, all: 'All' }, { default: 'open' }),
  isLate: flagFilter('Deadline', { param: 'late', off: 'Any', on: 'Past' }),
}

export type MessageFilters = FilterValues<typeof MESSAGE_FILTERS>
