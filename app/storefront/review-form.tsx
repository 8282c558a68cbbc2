import { getFormProps, getTextareaProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'
import { OptionRows } from '#app/kit/option-rows.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { TextAreaField } from '#app/kit/text-area-field.tsx'
import { type ReviewInput, reviewInput } from '#shop/reviews/input.ts'
import { MAX_REVIEW_LENGTH } from '#shop/reviews/review.ts'

/** The server's problems with the last post: of its fields, or of the form as a whole. */
export type ReviewAnswer = { lastResult: SubmissionResult<string[]> | null; notice: string | null }

type ReviewFormProps = {
  /** The customer's earlier review. */
  written: ReviewInput | null
  /** How their name will be shown. */
  author: string
  answer: ReviewAnswer | undefined
}

const RATINGS = ['Excellent', 'Good', 'Fine', 'Poor', 'Bad'].map((label, index) => {
  const value = String(5 - index)
  return { value, label, end: `${value} out of 5` }
})

/** Rating and words. Checked when a field is left and before sending, and by the server in any case. */
export function ReviewForm({ written, author, answer }: ReviewFormProps) {
  const isBusy = useNavigation().formData?.has('summary') ?? false
  const [form, fields] = useForm({
    defaultValue: { rating: written ? String(written.rating) : '', summary: written?.summary ?? '' },
    lastResult: answer?.lastResult ?? null,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: reviewInput }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
  })
  const { key, ...summary } = getTextareaProps(fields.summary)
  return (
    <Form {...getFormProps(form)} method="post" noValidate className="grid max-w-form gap-6">
      {answer?.notice && <Banner tone="danger">{answer.notice}</Banner>}
      <OptionRows
        legend="Your rating"
        name={fields.rating.name}
        options={RATINGS}
        defaultValue={fields.rating.initialValue ?? ''}
        errors={fields.rating.errors ?? null}
        required
      />
      <TextAreaField
        key={key}
        label="Your review"
        hint={`A line or two, at most ${MAX_REVIEW_LENGTH} characters. Everybody can read it, under the name ${author}`}
        {...summary}
        required
        rows={5}
        maxLength={MAX_REVIEW_LENGTH}
        errors={fields.summary.errors ?? null}
      />
      <SubmitButton label={written ? 'Save changes' : 'Send review'} busyLabel="Sending..." isBusy={isBusy} />
    </Form>
  )
}
