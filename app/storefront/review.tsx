import type { ReactNode } from 'react'
import { data, Form, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { TextAreaField } from '#app/kit/fields.tsx'
import { type FormAnswer, problemsOf } from '#app/kit/form-fields.ts'
import { OptionRows } from '#app/kit/option-rows.tsx'
import { productPath, reviewedPath, reviewPath } from '#app/kit/paths.ts'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { Breadcrumbs } from '#app/kit/product/breadcrumbs.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { checkBySchema, useForm } from '#app/kit/use-form.ts'
import { shopCtx } from '#app/request/context.server.ts'
import { doneNotice, invalid, readFormFields, refuse } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { consumeRateLimit } from '#app/request/rate-limit.server.ts'
import { documentTitle } from '#app/seo/document-title.ts'
import { siteOf } from '#app/seo/page-meta.ts'
import ProductMissing from '#app/storefront/product-missing.tsx'
import { findRecord } from '#shop/catalogue/products.read.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { type ReviewInput, reviewInput } from '#shop/reviews/input.ts'
import { authorName, canReview, MAX_REVIEW_LENGTH } from '#shop/reviews/review.ts'
import { reviewEligibility } from '#shop/reviews/reviews.read.ts'
import { writeReview } from '#shop/reviews/write-review.ts'
import type { Route } from './+types/review.ts'

const TITLE = 'Write a review'
const DONE = { saved: 'Your changes are saved.' }

const { rating, summary } = reviewInput.shape

/** Schema of the review as a form sends it, with the rating as a text. */
const reviewFields = z.object({ rating: z.preprocess((text) => Number(text), rating), summary })

const check = checkBySchema(reviewFields)
const isOwn = (form: FormData) => form.has('summary')

const RATINGS = ['Excellent', 'Good', 'Fine', 'Poor', 'Bad'].map((label, index) => {
  const value = String(5 - index)
  return { value, label, end: `${value} out of 5` }
})

export const handle: PageHandle = {
  search: 'noindex',
  feature: 'reviews',
  access: { at: '/product/{product}/review', get: 200, post: [401, 422, 403, 403] },
}

/** Limited, because each new review clears the page cache. */
const REVIEW_LIMIT = { max: 30, seconds: HOUR_SECONDS }

/** A separate page, because the product's page is cached for all visitors. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { actor, db } = shopCtx(context)
  const product = await productOf(params.id, context)
  if (!product) return data(null, { status: 404 })
  if (actor.kind === 'visitor') return { state: 'signed-out', product } as const
  const { hasReceived, written } = await reviewEligibility(db, actor.id, product.id)
  if (!canReview(actor, hasReceived)) return { state: 'not-received', product } as const
  const done = doneNotice(request, DONE)
  return { state: 'form', product, written, author: authorName(actor.fullName), done } as const
}

async function productOf(idOrSlug: string, context: Readonly<RouterContextProvider>) {
  const product = await findRecord(shopCtx(context).db, idOrSlug.toLowerCase(), 'on-sale')
  return product && { id: product.id, name: product.name, picture: product.imageUrls[0] ?? null }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const product = await productOf(params.id, context)
  if (!product) return data(null, { status: 404 })
  const { actor, db } = shopCtx(context)
  // The page itself shows the reason.
  if (actor.kind === 'visitor') return data(null, { status: 401 })
  const { hasReceived } = await reviewEligibility(db, actor.id, product.id)
  if (!canReview(actor, hasReceived)) return data(null, { status: 403 })
  const { form, fields } = await readFormFields(request, reviewFields)
  if (!fields.ok) return invalid(fields)
  const wait = await consumeRateLimit(request, context, 'review', REVIEW_LIMIT)
  if (wait) return refuse(form, wait.words, 429, wait.headers)
  const result = await writeReview(shopCtx(context), product.id, fields.value)
  if (result.ok) {
    const { isHidden } = result.value
    return redirect(isHidden ? `${reviewPath(product)}?done=saved` : reviewedPath(product), 303)
  }
  return data(null, { status: result.reason === 'signed_out' ? 401 : 403 })
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [{ title: documentTitle(loaderData ? TITLE : 'Product Not Found', siteOf(matches).brand) }]
}

export default function Review({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <ProductMissing />
  return <ReviewPage page={loaderData} answer={actionData ?? undefined} />
}

type ReviewState = NonNullable<Route.ComponentProps['loaderData']>
type ReviewPageProps = { page: ReviewState; answer: FormAnswer<never> | undefined }

function ReviewPage({ page, answer }: ReviewPageProps) {
  const { product } = page
  if (page.state === 'signed-out') {
    return (
      <SignInPrompt title={TITLE} returnTo={reviewPath(product)}>
        {`Please sign in to review ${product.name}. Reviews come from customers who have received it.`}
      </SignInPrompt>
    )
  }
  if (page.state === 'form')
    return (
      <Frame product={product}>
        {page.done && !answer && (
          <Banner tone="positive" className="mb-6 max-w-form">
            {page.done.message}
          </Banner>
        )}
        <ReviewForm key={product.id} written={page.written} author={page.author} answer={answer} />
      </Frame>
    )
  return (
    <Frame product={product}>
      <p className="max-w-read text-lg text-ink-soft">
        You can review {product.name} once it has been delivered to you. If it is on its way, come back when
        you have tried it: your order will have a link to this page.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/orders">View Orders</ButtonLink>
        <ButtonLink to={productPath(product)} look="line">
          Back to the product
        </ButtonLink>
      </div>
    </Frame>
  )
}

function Frame({ product, children }: Pick<ReviewState, 'product'> & { children: ReactNode }) {
  return (
    <div className="wrap pt-2 pb-section">
      <Breadcrumbs
        crumbs={[
          { label: 'Products', to: '/products' },
          { label: product.name, to: productPath(product) },
          { label: TITLE },
        ]}
      />
      <div className="mt-4 mb-8 flex flex-wrap items-center gap-5">
        <ProductPicture
          src={product.picture}
          alt=""
          priority
          className="h-24 w-auto max-w-28 object-contain"
        />
        <div>
          <h1 className="display text-4xl">{TITLE}</h1>
          <p className="mt-2 text-lg">{product.name}</p>
        </div>
      </div>
      {children}
    </div>
  )
}

type ReviewFormProps = Pick<ReviewPageProps, 'answer'> & {
  written: (ReviewInput & { hiddenReason: string }) | null
  author: string
}

function ReviewForm({ written, author, answer }: ReviewFormProps) {
  const refusal = answer && !answer.ok ? answer : null
  const stored = { rating: String(written?.rating ?? ''), summary: written?.summary ?? '' }
  const { field, props, isBusy } = useForm({
    check,
    isOwn,
    problems: problemsOf(answer),
    values: refusal?.values ?? stored,
  })
  const { id: _, ...rating } = field('rating')
  const readers = written?.hiddenReason ? '' : `. Everybody can read it, under the name ${author}`
  return (
    <Form {...props} method="post" noValidate className="grid max-w-form gap-6">
      {refusal?.message && <Banner tone="danger">{refusal.message}</Banner>}
      {written?.hiddenReason && (
        <Banner tone="warning" title="We have hidden your review.">
          Only you can read it here. You can change it; to have it checked again, please write to us by the
          contact page. Our reason: {written.hiddenReason}
        </Banner>
      )}
      <OptionRows legend="Your rating" {...rating} options={RATINGS} required />
      <TextAreaField
        {...field('summary')}
        label="Your review"
        hint={`A line or two, at most ${MAX_REVIEW_LENGTH} characters${readers}`}
        required
        rows={5}
        maxLength={MAX_REVIEW_LENGTH}
      />
      <SubmitButton label={written ? 'Save changes' : 'Send review'} busyLabel="Sending..." isBusy={isBusy} />
    </Form>
  )
}
