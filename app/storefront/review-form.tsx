import { Form } from 'react-router'
import { z } from 'zod'
import { Banner } from '#app/kit/banner.tsx'
import { TextAreaField } from '#app/kit/fields.tsx'
import { type FormAnswer, problemsOf } from '#app/kit/form-fields.ts'
import { OptionRows } from '#app/kit/option-rows.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { checkBySchema, useForm } from '#app/kit/use-form.ts'
import { type ReviewInput, reviewInput } from '#shop/reviews/input.ts'
import { MAX_REVIEW_LENGTH } from '#shop/reviews/review.ts'

export type ReviewAnswer = FormAnswer<never>

const { rating, summary } = reviewInput.shape

/** The review as a form sends it: the rating is a text. */
export const reviewFields = z.object({ rating: z.preprocess((sent) => Number(sent), rating), summary })

const check = checkBySchema(reviewFields)
const isOwn = (sent: FormData) => sent.has('summary')

type ReviewFormProps = {
  /** The customer's earlier review. */
  written: ReviewInput | null
  /** The name that is shown with it. */
  author: string
  answer: ReviewAnswer | undefined
}

const RATINGS = ['Excellent', 'Good', 'Fine', 'Poor', 'Bad'].map((label, index) => {
  const value = String(5 - index)
  return { value, label, end: `${value} out of 5` }
})

export function ReviewForm({ written, author, answer }: ReviewFormProps) {
  const refused = answer && !answer.ok ? answer : null
  const before = { rating: String(written?.rating ?? ''), summary: written?.summary ?? '' }
  const { field, props, isBusy } = useForm({
    check,
    isOwn,
    problems: problemsOf(answer),
    values: refused?.values ?? before,
  })
  const { id: _, ...rating } = field('rating')
  return (
    <Form {...props} method="post" noValidate className="grid max-w-form gap-6">
      {refused?.message && <Banner tone="danger">{refused.message}</Banner>}
      <OptionRows legend="Your rating" {...rating} options={RATINGS} required />
      <TextAreaField
        {...field('summary')}
        label="Your review"
        hint={`A line or two, at most ${MAX_REVIEW_LENGTH} characters. Everybody can read it, under the name ${author}`}
        required
        rows={5}
        maxLength={MAX_REVIEW_LENGTH}
      />
      <SubmitButton label={written ? 'Save changes' : 'Send review'} busyLabel="Sending..." isBusy={isBusy} />
    </Form>
  )
}
