/** Reviews by customers who received the product. */
import type { Actor } from '#shop/kernel/actor.ts'

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
/** Prevents a review from filling the screen. */
export const MAX_REVIEW_LINES = 6

/** True for a person who received the product. */
export function canReview(actor: Actor, hasReceived: boolean): boolean {
  return actor.kind === 'person' && hasReceived
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns first name and initial: 'Ananya R.' for 'Ananya Rao'. */
export function authorName(fullName: string): string {
  const names = fullName.trim().split(/\s+/)
  const [first = ''] = names
  const last = names.length > 1 ? names.at(-1) : undefined
  const [initial] = last ? characters.segment(last) : []
  return initial ? `${first} ${initial.segment.toLocaleUpperCase('en')}.` : first
}
