import { useCanOpen, useTaxes } from '#app/frame/use-root-data.ts'
import { AddBox, boxColour, boxName, RatingLine, ScrollLink } from '#app/hydration/box-parts.tsx'
import { Label } from '#app/hydration/label.tsx'
import { NextPages } from '#app/hydration/next-pages.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { Ledger } from '#app/kit/ledger.tsx'
import { Link } from '#app/kit/link.tsx'
import { reviewPath } from '#app/kit/paths.ts'
import { PackTile } from '#app/kit/picture/pack-tile.tsx'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { Price } from '#app/kit/product/price.tsx'
import { Section } from '#app/kit/section.tsx'
import { Badge } from '#app/kit/status.tsx'
import { classNames, VisuallyHidden } from '#app/kit/text.tsx'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { siteOf } from '#app/seo/page-meta.ts'
import { jsonLd } from '#app/seo/structured-data.ts'
import { type PageReview, toPageReview } from '#app/storefront/product-data.ts'
import { deliveryTerms, productSchema } from '#app/storefront/product-schema.ts'
import { ReviewAnswer } from '#app/storefront/review-answer.tsx'
import { REPLENISH, STEPS, STORY, USE_NOTE } from '#content/hydration/replenish.ts'
import { isOutOfStock, type Product, stockMessage, unitPrice } from '#shop/catalogue/product.ts'
import { listReviews } from '#shop/catalogue/products.read.ts'
import { withTaxText } from '#shop/kernel/tax.ts'
import type { Route } from './+types/replenish.ts'

export const handle: PageHandle = {
  sheet: 'replenish',
  title: REPLENISH.title,
  description: REPLENISH.description,
  picture: 'replenish',
  side: 'hydration',
  band: '--color-mint-300',
  cached: 'exact',
  search: 'sitemap',
  landing: 'hydration',
  feature: 'hydration',
  access: { get: 200 },
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  return loaderData.boxes.map(({ product, terms }) =>
    jsonLd(productSchema({ ...product, picture: product.imageUrls[0] ?? null }, siteOf(matches), terms)),
  )
}

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(requestContext)
  const { reads, config } = page.ctx
  const products = (await page.products.get()).filter(({ category }) => category === 'hydration')
  const boxes = products.map(async (product) => {
    const reviews = (await listReviews(reads.catalogue, product.id, { limit: 20 })).map(toPageReview)
    return { product, reviews, terms: deliveryTerms(product, config) }
  })
  return { boxes: await Promise.all(boxes) }
}

export default function Replenish({ loaderData: { boxes } }: Route.ComponentProps) {
  const products = boxes.map((box) => box.product)
  return (
    <>
      <ReplenishHero products={products} />
      <section id="boxes" tabIndex={-1} className="wrap py-section" aria-labelledby="boxes-title">
        <h2 id="boxes-title" className="display text-4xl">
          Boxes of thirty
        </h2>
        {products.length === 0 && <p className="mt-6 text-lg">No boxes are on sale at the moment.</p>}
        {boxes.map(({ product }) => (
          <BoxOffer key={product.id} product={product} />
        ))}
      </section>
      {products.length > 0 && <Details boxes={boxes} />}
      <NextPages from="/replenish" />
    </>
  )
}

function Details({ boxes }: Route.ComponentProps['loaderData']) {
  return (
    <>
      <HowToUse />
      <Story />
      <Section id="labels" titleId="labels-title" title="The whole label" className="bg-surface-raised">
        <div className="labels-row">
          {boxes.map(({ product }) => (
            <article
              key={product.id}
              id={`${product.slug}-label`}
              aria-labelledby={`${product.slug}-label-title`}
            >
              <h3 id={`${product.slug}-label-title`} className="display text-2xl">
                {boxName(product.name)}
              </h3>
              <Label product={product} level={4} />
            </article>
          ))}
        </div>
      </Section>
      <Reviews boxes={boxes} />
    </>
  )
}

function Story() {
  return (
    <Section
      titleId="story-title"
      title="Half a bottle left, every evening"
      className="bg-surface-deep text-ink-on-deep"
      row="story-row"
    >
      <div>
        <dl className="story-parts">
          {STORY.map(({ title, text }) => (
            <div key={title}>
              <dt className="text-lg font-bold">{title}</dt>
              <dd className="mt-1 text-ink-soft-on-deep">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6">
          <Link to="/hydration/impact" className="link">
            Our Impact: the figures, the work and the goals
          </Link>
        </p>
      </div>
    </Section>
  )
}

function ReplenishHero({ products }: { products: readonly Product[] }) {
  return (
    <section className="replenish-hero">
      <div className="wrap replenish-hero-row">
        <div className="replenish-hero-copy">
          <h1 className="display text-5xl">{REPLENISH.title}</h1>
          <p className="mt-5 max-w-[27rem] text-lg font-semibold">{REPLENISH.lead}</p>
          <div className="mt-7 flex flex-wrap gap-3">
            <ScrollLink to="#boxes" look="accent">
              Choose a box
            </ScrollLink>
            <ButtonLink to="/hydration" look="paper">
              Meet the sticks
            </ButtonLink>
          </div>
        </div>
        <div className={classNames('replenish-hero-packs', products.length === 1 && 'replenish-hero-one')}>
          {products.slice(0, 2).map((product) => (
            <ProductPicture key={product.id} src={product.imageUrls[0]} alt={product.name} priority />
          ))}
        </div>
      </div>
    </section>
  )
}

function HowToUse() {
  return (
    <section id="how" className="py-section" aria-labelledby="how-title">
      <div className="wrap how-row">
        <div className="how-picture">
          <img
            src="/illustrations/glass-mint.svg"
            alt="A tall glass of mint mojito with ice"
            width={230}
            height={320}
            loading="lazy"
            decoding="async"
          />
        </div>
        <div>
          <h2 id="how-title" className="display text-4xl">
            Tear, pour, stir
          </h2>
          <ol className="how-steps">
            {STEPS.map((step) => (
              <li key={step} className="text-lg">
                {step}
              </li>
            ))}
          </ol>
          <p className="mt-5 max-w-read text-sm text-ink-soft">{USE_NOTE}</p>
        </div>
      </div>
    </section>
  )
}

function BoxOffer({ product }: { product: Product }) {
  const { name, slug, description, imageUrls, netQuantity, shelfLife, countryOfOrigin } = product
  const facts = [
    { label: 'Net quantity', value: netQuantity },
    ...(shelfLife ? [{ label: 'Keeps', value: shelfLife }] : []),
    { label: 'Country of origin', value: countryOfOrigin },
  ]
  const price = unitPrice(product)
  const taxes = useTaxes()
  return (
    <article id={slug} className="box-offer" aria-labelledby={`${slug}-title`}>
      <PackTile
        src={imageUrls[0]}
        alt={name}
        colour={boxColour(slug)}
        ratio="1/0.92"
        pack="80%"
        lift
        out={isOutOfStock(product)}
      />
      <div>
        <h3 id={`${slug}-title`} className="display text-3xl">
          {boxName(name)}
        </h3>
        <div className="mt-2">
          <RatingLine product={product} />
        </div>
        <p className="mt-4 max-w-read">{description}</p>
        <p className="mt-6 mb-4 flex flex-wrap items-baseline gap-x-3">
          <Price
            price={price}
            original={product.price > price ? product.price : null}
            className="text-3xl font-bold"
          />
          <span className="numeric text-sm">{withTaxText(price, taxes)}</span>
          <span className="text-sm">{stockMessage(product)}</span>
        </p>
        <AddBox product={product} buyNow />
        <Ledger rows={facts} className="mt-2 text-sm" />
        <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <a href={`#${slug}-label`} className="link">
            Read the label<VisuallyHidden>: {boxName(name)}</VisuallyHidden>
          </a>
          <Link to={`/product/${product.id}`} className="link">
            Product page<VisuallyHidden>: {boxName(name)}</VisuallyHidden>
          </Link>
        </p>
      </div>
    </article>
  )
}

function Reviews({ boxes }: Route.ComponentProps['loaderData']) {
  const canOpen = useCanOpen()
  return (
    <Section id="reviews" titleId="reviews-title" title="Reviews" className="bg-lake-200">
      <div className="reviews-row">
        {boxes.map(({ product, reviews }) => (
          <div key={product.id}>
            <h3 className="mb-4 text-lg font-bold">{boxName(product.name)}</h3>
            {reviews.length === 0 && (
              <p className="max-w-read">
                No reviews yet.
                {canOpen(reviewPath(product)) && ' Had this box delivered? Write the first one.'}
              </p>
            )}
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {reviews.map((review) => (
                <Review key={review.id} review={review} />
              ))}
            </ul>
            {canOpen(reviewPath(product)) && (
              <Link to={reviewPath(product)} className="link mt-3 inline-flex min-h-11 items-center">
                <span>
                  Write a review<VisuallyHidden> of {product.name}</VisuallyHidden>
                </span>
              </Link>
            )}
          </div>
        ))}
      </div>
    </Section>
  )
}

function Review({ review }: { review: PageReview }) {
  return (
    <li className="review">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <b className="numeric">{review.rating} out of 5</b>
        {review.isSeed && (
          <Badge tone="info" dot={false}>
            Written for demonstration
          </Badge>
        )}
        {review.verified && <Badge tone="positive">Verified purchase</Badge>}
      </p>
      <p className="mt-2 text-lg font-semibold">{review.summary}</p>
      <p className="mt-3 text-sm text-ink-soft">
        {review.authorName}, <time dateTime={review.at}>{review.day}</time>
      </p>
      <ReviewAnswer answer={review.answer} />
    </li>
  )
}
