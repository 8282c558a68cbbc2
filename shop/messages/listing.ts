import { searchText } from '#shop/kernel/text.ts'
import { MESSAGE_STATUSES, type MessageStatus } from '#shop/messages/message.ts'

/** The filters of the admin's list of messages, as stored in its URL. */
export type MessageSearch = {
  /** Null for all. */
  status: MessageStatus | null
  /** Only messages that wait for longer than promised. */
  isLate: boolean
  text: string
  /** From 1. */
  page: number
}

const MAX_PAGES = 10_000

/** Parses the URL's parameters; invalid values are ignored. Open messages are the default. */
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
