import { parseWithZod } from '@conform-to/zod/v4'
import { data, type RouterContextProvider, redirect } from 'react-router'
import { reviewedPath } from '#app/kit/product-path.ts'
import { shopCtx } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import { consumeRateLimit } from '#app/request/rate-limit.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { ProductMissing } from '#app/storefront/product-missing.tsx'
import type { ReviewAnswer } from '#app/storefront/review-form.tsx'
import { ReviewPage, type ReviewState } from '#app/storefront/review-page.tsx'
import { findRecord } from '#shop/catalogue/products.read.ts'
import { isStorable } from '#shop/kernel/text.ts'
import { reviewInput } from '#shop/reviews/input.ts'
import { authorName, canReview } from '#shop/reviews/review.ts'
import { reviewEligibility } from '#shop/reviews/reviews.read.ts'
import { writeReview } from '#shop/reviews/write-review.ts'
import type { Route } from './+types/review.ts'

export const handle: PageHandle = { side: 'millet', noindex: true }

/** Every review makes all pages be rendered afresh. */
const HOURLY = { most: 30, seconds: 3600 }

/** The product page is the same for everybody and kept; what depends on a person is here. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { actor, db } = shopCtx(context)
  const product = await productOf(params.id, context)
  if (!product) return data(null, { status: 404 })
  if (actor.kind === 'visitor') return data<ReviewState>({ state: 'signed-out', product })
  const { hasReceived, written } = await reviewEligibility(db, actor.id, product.id)
  if (!canReview(actor, hasReceived)) return data<ReviewState>({ state: 'not-received', product })
  return data<ReviewState>({ state: 'form', product, written, author: authorName(actor.fullName) })
}

async function productOf(idOrSlug: string, context: Readonly<RouterContextProvider>) {
  if (!isStorable(idOrSlug)) return null
  const product = await findRecord(shopCtx(context).db, idOrSlug.toLowerCase(), 'on-sale')
  return product && { id: product.id, name: product.name, picture: product.imageUrls[0] ?? null }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const product = await productOf(params.id, context)
  if (!product) return data(null, { status: 404 })
  const { actor, db } = shopCtx(context)
  // The page itself says what is missing.
  if (actor.kind === 'visitor') return data(null, { status: 401 })
  const { hasReceived } = await reviewEligibility(db, actor.id, product.id)
  if (!canReview(actor, hasReceived)) return data(null, { status: 403 })
  const submission = parseWithZod(await formOf(request), { schema: reviewInput })
  const answer = (notice: string | null) =>
    ({ lastResult: submission.reply(), notice }) satisfies ReviewAnswer
  if (submission.status !== 'success') return data(answer(null), { status: 422 })
  const wait = await consumeRateLimit(request, context, 'review', HOURLY)
  if (wait) return data(answer(wait.words), { status: 429, headers: wait.headers })
  const written = await writeReview(shopCtx(context), product.id, submission.value)
  if (written.ok) return redirect(reviewedPath(product), 303)
  return data(null, { status: written.reason === 'signed_out' ? 401 : 403 })
}

/** A page after a post says what its action said: how long to wait. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData ? 'Write a review' : 'Product Not Found' }]
}

export default function Review({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <ProductMissing />
  return <ReviewPage page={loaderData} answer={actionData ?? undefined} />
}
