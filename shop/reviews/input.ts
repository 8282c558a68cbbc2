/** Schemas of reviews, shared by form and API. */
import { z } from 'zod'
import { cleanText, hasBidi, isBlank, isStorable, PLAIN_LINES } from '#shop/kernel/text.ts'
import {
  MAX_ANSWER_LENGTH,
  MAX_RATING,
  MAX_REASON_LENGTH,
  MAX_REVIEW_LENGTH,
  MAX_REVIEW_LINES,
  MIN_REVIEW_LENGTH,
} from '#shop/reviews/review.ts'

const NO_RATING = `Please choose a rating from 1 to ${MAX_RATING}`
const TOO_SHORT = `Please write at least ${MIN_REVIEW_LENGTH} characters`

const withLineFeeds = (text: string) => text.replace(/\r\n?/g, '\n')

const rating = z.number({ error: NO_RATING }).int(NO_RATING).min(1, NO_RATING).max(MAX_RATING, NO_RATING)

const summary = z
  .string({ error: TOO_SHORT })
  // Normalizes line ends and removes empty lines.
  .overwrite((text) =>
    withLineFeeds(isBlank(text) ? '' : text)
      .replace(/\t/g, ' ')
      .replace(/\n\s*\n/g, '\n')
      .trim(),
  )
  .min(MIN_REVIEW_LENGTH, TOO_SHORT)
  .max(MAX_REVIEW_LENGTH, `Please keep it to ${MAX_REVIEW_LENGTH} characters`)
  .regex(PLAIN_LINES, 'Please use plain text only')
  .refine((text) => !hasBidi(text) && isStorable(text), 'Please use plain text only')
  .refine(
    (text) => text.split('\n').length <= MAX_REVIEW_LINES,
    `Please keep it to ${MAX_REVIEW_LINES} lines`,
  )
  .describe(`At most ${MAX_REVIEW_LINES} lines, without bidi controls`)

const staffText = (max: number) =>
  z
    .string({ error: 'Please enter a text' })
    .overwrite((text) => withLineFeeds(cleanText(text)))
    .max(max, `Please keep it to ${max} characters`)
    .refine((text) => !hasBidi(text) && isStorable(text), 'Please use plain text only')

const seen = z.string().overwrite(withLineFeeds)
/** The review as the page displayed it (`reviewText`). */
export const seenReview = { review: seen }

/** An empty answer removes the earlier answer. `seen`: the answer that the page displayed. */
export const answerInput = z.object({ ...seenReview, answer: staffText(MAX_ANSWER_LENGTH), seen })
export const hidingInput = z.object({
  ...seenReview,
  reason: staffText(MAX_REASON_LENGTH).min(1, 'Please say why you hide the review'),
})

export const reviewInput = z.object({ rating, summary })
export type ReviewInput = z.infer<typeof reviewInput>
