import type { ReactNode } from 'react'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { Breadcrumbs } from '#app/kit/breadcrumbs.tsx'
import { ButtonLink } from '#app/kit/button-link.tsx'
import { productPath, reviewPath } from '#app/kit/product-path.ts'
import { ProductPicture } from '#app/kit/product-picture.tsx'
import { type ReviewAnswer, ReviewForm } from '#app/storefront/review-form.tsx'
import type { ReviewInput } from '#shop/reviews/input.ts'

export type ReviewedProduct = { id: string; name: string; picture: string | null }

/** How far whoever is looking may go. */
export type ReviewState =
  | { state: 'signed-out'; product: ReviewedProduct }
  | { state: 'not-received'; product: ReviewedProduct }
  | { state: 'form'; product: ReviewedProduct; written: ReviewInput | null; author: string }

const TITLE = 'Write a review'

export function ReviewPage({ page, answer }: { page: ReviewState; answer: ReviewAnswer | undefined }) {
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
