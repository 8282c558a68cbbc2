/** Reviews by customers who received the product. */
import type { Actor } from '#shop/kernel/actor.ts'
import { choiceFilter, idIn, pickFilter, type Search, searchFilter } from '#shop/kernel/filters.ts'

export type ShownReview = {
  id: string
  authorName: string
  rating: number
  summary: string
  verified: boolean
  isSeed: boolean
  createdAt: Date
  /** The shop's public answer; '' without one. */
  answer: string
  answeredAt: Date | null
}

export type StaffReview = ShownReview & {
  productId: string
  productName: string
  /** Null if everyone can read it. */
  hiddenAt: Date | null
  hiddenReason: string
}

/** The filters of the admin's list of reviews. */
export const REVIEW_FILTERS = {
  text: searchFilter('Search by name or words'),
  product: pickFilter('Product', idIn, { any: 'All' }),
  rating: choiceFilter('Stars', { '1': '1', '2': '2', '3': '3', '4': '4', '5': '5' }, { any: 'Any' }),
  state: choiceFilter('State', { visible: 'Visible', hidden: 'Hidden' }, { any: 'Any' }),
  answer: choiceFilter('Answer', { missing: 'Not answered', given: 'Answered' }, { any: 'Any' }),
  source: choiceFilter('From', { customers: 'Customers', samples: 'Demonstration' }, { any: 'Any' }),
}

export type ReviewSearch = Search<typeof REVIEW_FILTERS>

export const MAX_RATING = 5
export const MAX_ANSWER_LENGTH = 1000
export const MAX_REASON_LENGTH = 200
export const MIN_REVIEW_LENGTH = 10
export const MAX_REVIEW_LENGTH = 500
/** Prevents a review from filling the screen. */
export const MAX_REVIEW_LINES = 6

/** Identifies the customer's part of a review as staff saw it. */
export function reviewText({ rating, summary }: Pick<ShownReview, 'rating' | 'summary'>): string {
  return `${rating} ${summary}`
}

/** True for a person who received the product. */
export function canReview(actor: Actor, hasReceived: boolean): boolean {
  return actor.kind === 'person' && hasReceived
}

/** Returns first name and initial: 'Ananya R.' for 'Ananya Rao'. Server only: browsers may lack `Segmenter`. */
export function authorName(fullName: string): string {
  const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const names = fullName.trim().split(/\s+/)
  const [first = ''] = names
  const last = names.length > 1 ? names.at(-1) : undefined
  const [initial] = last ? characters.segment(last) : []
  return initial ? `${first} ${initial.segment.toLocaleUpperCase('en')}.` : first
}
