/** Messages of the contact forms. */
import { searchText } from '#shop/kernel/text.ts'

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
  /** Internal. */
  note: string
}

/** `closed`: nothing more to do. */
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

/** Shared by browser and server. */
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

/** From a link (`?subject=`), or null. */
export function subjectFrom(text: string | null): ContactSubject | null {
  return CONTACT_SUBJECTS.find(({ value }) => value === text)?.value ?? null
}

/** Filters of the admin's message list in the URL. */
export type MessageSearch = {
  status: MessageStatus | null
  isLate: boolean
  text: string
  page: number
}

const MAX_PAGES = 10_000

/** Ignores invalid values. Default: open messages. */
export function readMessageSearch(params: URLSearchParams): MessageSearch {
  const isLate = params.get('late') === '1'
  const wanted = params.get('status') ?? (isLate ? 'all' : 'open')
  const page = Number(params.get('page'))
  return {
    status: MESSAGE_STATUSES.find((one) => one === wanted) ?? null,
    isLate,
    text: searchText(params, 100),
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : 1,
  }
}
