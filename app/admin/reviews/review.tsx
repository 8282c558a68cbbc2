import { data, Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { answerState, ReviewBadges } from '#app/admin/reviews/reviews.tsx'
import type { AdminAnswer } from '#app/desk/admin-page.tsx'
import { REVIEWS } from '#app/desk/paths.ts'
import { Facts, RecordDialog } from '#app/desk/record-dialog.tsx'
import { UnsavedGuard } from '#app/desk/unsaved-guard.tsx'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { Button } from '#app/kit/button.tsx'
import { TextAreaField, TextField } from '#app/kit/fields.tsx'
import { fieldsOf } from '#app/kit/form-fields.ts'
import { TextLink } from '#app/kit/link.tsx'
import { productPath } from '#app/kit/paths.ts'
import { invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { orNotFound, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { answerInput, hidingInput, seenReview } from '#shop/reviews/input.ts'
import { answerReview, hideReview, restoreReview } from '#shop/reviews/moderate-reviews.ts'
import { MAX_ANSWER_LENGTH, MAX_REASON_LENGTH, reviewText, type StaffReview } from '#shop/reviews/review.ts'
import { findStaffReview } from '#shop/reviews/reviews.read.ts'
import type { Route } from './+types/review.ts'

export const handle: PageHandle = {
  guard: 'reviews',
  access: { at: '/admin/dashboard/reviews/{nothing}', get: 404, post: 422 },
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(staffContext)
  const review = orNotFound(isUuid(params.id) && (await findStaffReview(db, params.id)))
  return { review, closeTo: REVIEWS + new URL(request.url).search }
}

/** Loads the review again after a refusal, to show what another person did in the meantime. */
export const shouldRevalidate = afterRefusal

const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('answer'), ...answerInput.shape }),
  z.object({ intent: z.literal('hide'), ...hidingInput.shape }),
  z.object({ intent: z.literal('restore'), ...seenReview }),
])

const DONE = { answer: 'Answer saved', hide: 'Review hidden', restore: 'Review visible again' }

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, forms)
  if (!fields.ok) return invalid(fields)
  const reviewId = isUuid(params.id) ? params.id : ''
  const { intent, ...change } = fields.value
  const step = { reviewId, ...change }
  const result =
    'answer' in step
      ? await answerReview(ctx, step)
      : 'reason' in step
        ? await hideReview(ctx, step)
        : await restoreReview(ctx, step)
  if (!result.ok) return refusedBy(result, form)
  return data<AdminAnswer>({ ok: true, message: DONE[intent] })
}

const FORMS_ID = 'review-forms'

/** One review, with forms for the public answer and for hiding it. */
export default function ReviewDialog({ loaderData, actionData }: Route.ComponentProps) {
  const { review, closeTo } = loaderData
  const { answer, answeredAt, hiddenAt } = review
  const field = fieldsOf(actionData, { answer })
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <RecordDialog title={`Review of ${review.productName}`} closeTo={closeTo} answer={actionData}>
      <ReviewFacts review={review} />
      <p className="letter">{review.summary}</p>
      <UnsavedGuard form={FORMS_ID} isRefused={Object.keys(actionData?.values ?? {}).length > 0} />
      <div id={FORMS_ID} className="contents">
        <Form method="post" className="record-form" key={`answer ${answeredAt?.getTime()}`}>
          <input type="hidden" name="intent" value="answer" />
          <input type="hidden" name="seen" value={answer} />
          <input type="hidden" name="review" value={reviewText(review)} />
          <TextAreaField
            {...field('answer')}
            label="Public answer"
            hint="Everybody can read it below the review. Leave it empty to remove it"
            rows={4}
            maxLength={MAX_ANSWER_LENGTH}
          />
          <Button busy={isBusy}>Save answer</Button>
        </Form>
        <Form method="post" className="record-form" key={`hidden ${hiddenAt?.getTime()}`}>
          <input type="hidden" name="review" value={reviewText(review)} />
          {hiddenAt ? (
            <Button look="line" name="intent" value="restore">
              Show it again
            </Button>
          ) : (
            <>
              <TextField
                {...field('reason')}
                label="Reason for hiding"
                hint="The customer reads it. A hidden review is on no page and leaves the rating"
                maxLength={MAX_REASON_LENGTH}
              />
              <Button look="line" name="intent" value="hide">
                Hide review
              </Button>
            </>
          )}
        </Form>
      </div>
    </RecordDialog>
  )
}

function ReviewFacts({ review }: { review: StaffReview }) {
  const { productId, productName, authorName, rating, createdAt, answeredAt, hiddenAt, hiddenReason } = review
  return (
    <Facts
      facts={[
        {
          label: 'Product',
          value: <TextLink to={`${productPath({ id: productId })}#reviews`}>{productName}</TextLink>,
        },
        { label: 'From', value: authorName },
        { label: 'Rating', value: `${rating} out of 5` },
        { label: 'Written', value: formatDayAndTime(createdAt) },
        { label: 'State', value: <ReviewBadges {...review} /> },
        ...(answeredAt ? [{ label: answerState(review), value: formatDayAndTime(answeredAt) }] : []),
        ...(hiddenAt ? [{ label: `Hidden ${formatDayAndTime(hiddenAt)}`, value: hiddenReason }] : []),
      ]}
    />
  )
}
