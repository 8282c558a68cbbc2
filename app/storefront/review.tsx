import type { ReactNode } from 'react'
import { data, type RouterContextProvider, redirect } from 'react-router'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { Breadcrumbs } from '#app/kit/breadcrumbs.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { readFields, typedValues } from '#app/kit/form-fields.ts'
import { productPath, reviewedPath, reviewPath } from '#app/kit/paths.ts'
import { ProductPicture } from '#app/kit/product-picture.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import { formOf, invalid } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { consumeRateLimit } from '#app/request/rate-limit.server.ts'
import { ProductMissing } from '#app/storefront/product-missing.tsx'
import { type ReviewAnswer, ReviewForm, reviewFields } from '#app/storefront/review-form.tsx'
import { findRecord } from '#shop/catalogue/products.read.ts'
import { isStorable } from '#shop/kernel/text.ts'
import type { ReviewInput } from '#shop/reviews/input.ts'
import { authorName, canReview } from '#shop/reviews/review.ts'
import { reviewEligibility } from '#shop/reviews/reviews.read.ts'
import { writeReview } from '#shop/reviews/write-review.ts'
import type { Route } from './+types/review.ts'

const TITLE = 'Write a review'

export const handle: PageHandle = {
  search: 'noindex',
  feature: 'reviews',
  access: { at: '/product/{product}/review', get: 200, post: [401, 422, 403, 403] },
}

/** A new review clears the page cache. */
const HOURLY = { max: 30, seconds: 3600 }

/** The product page is cached and the same for all visitors; this page depends on the visitor. */
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
  // The page shows the reason.
  if (actor.kind === 'visitor') return data(null, { status: 401 })
  const { hasReceived } = await reviewEligibility(db, actor.id, product.id)
  if (!canReview(actor, hasReceived)) return data(null, { status: 403 })
  const form = await formOf(request)
  const sent = readFields(reviewFields, form)
  if (!sent.ok) return invalid(sent)
  const wait = await consumeRateLimit(request, context, 'review', HOURLY)
  if (wait) {
    const answer = { ok: false, message: wait.words, problems: {}, values: typedValues(form) } as const
    return data<ReviewAnswer>(answer, { status: 429, headers: wait.headers })
  }
  const written = await writeReview(shopCtx(context), product.id, sent.value)
  if (written.ok) return redirect(reviewedPath(product), 303)
  return data(null, { status: written.reason === 'signed_out' ? 401 : 403 })
}

/** The page after a post keeps the action's header: how long to wait. */
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

type ReviewedProduct = { id: string; name: string; picture: string | null }

/** The page by what the visitor may do. */
type ReviewState =
  | { state: 'signed-out'; product: ReviewedProduct }
  | { state: 'not-received'; product: ReviewedProduct }
  | { state: 'form'; product: ReviewedProduct; written: ReviewInput | null; author: string }

function ReviewPage({ page, answer }: { page: ReviewState; answer: ReviewAnswer | undefined }) {
  const { product } = page
  if (page.state === 'signed-out') {
    return (
      <SignInPrompt title={TITLE} returnTo={reviewPath(product)}>
        {`Please sign in to review ${product.name}. Reviews come from customers who have received it.`}
      </SignInPrompt>
    )
  }
  if (page.state === 'not-received') return <NotReceived product={product} />
  return (
    <Frame product={product}>
      <ReviewForm key={product.id} written={page.written} author={page.author} answer={answer} />
    </Frame>
  )
}

function NotReceived({ product }: { product: ReviewedProduct }) {
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

function Frame({ product, children }: { product: ReviewedProduct; children: ReactNode }) {
  return (
    <div className="wrap pt-2 pb-section">
      <Breadcrumbs
        crumbs={[
          { label: 'Products', to: '/products' },
          { label: product.name, to: productPath(product) },
          { label: TITLE },
        ]}
      />
      <div className="mt-4 mb-8 flex items-center gap-5">
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
