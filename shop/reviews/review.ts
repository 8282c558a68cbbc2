/** What customers say about a product they have received. */
import type { Actor } from '#shop/kernel/actor.ts'

/** A review as the shop shows it. Demonstration reviews come with the sample data and say so. */
export type ShownReview = {
  id: string
  authorName: string
  rating: number
  summary: string
  verified: boolean
  isSeed: boolean
  createdAt: Date
}

export const MAX_RATING = 5
export const MIN_REVIEW_LENGTH = 10
export const MAX_REVIEW_LENGTH = 500
/** A few lines, so that one review cannot push the others off the screen. */
export const MAX_REVIEW_LINES = 6

/** Who has received the product may review it, once; writing again changes what they wrote. */
export function canReview(actor: Actor, hasReceived: boolean): boolean {
  return actor.kind === 'person' && hasReceived
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** First name and initial, as readers see the author: 'Ananya Rao' is 'Ananya R.'. */
export function authorName(fullName: string): string {
  const names = fullName.trim().split(/\s+/)
  const [first = ''] = names
  const last = names.length > 1 ? names.at(-1) : undefined
  const [initial] = last ? characters.segment(last) : []
  return initial ? `${first} ${initial.segment.toLocaleUpperCase('en')}.` : first
}
