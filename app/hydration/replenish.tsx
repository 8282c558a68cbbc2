import { BoxOffer } from '#app/hydration/box-offer.tsx'
import { loadBoxes } from '#app/hydration/boxes.server.ts'
import { isDemoRating } from '#app/hydration/demo-rating.ts'
import { HowToUse } from '#app/hydration/how-to-use.tsx'
import { Labels } from '#app/hydration/labels.tsx'
import { NextPages } from '#app/hydration/next-pages.tsx'
import { ReplenishHero } from '#app/hydration/replenish-hero.tsx'
import { Reviews } from '#app/hydration/reviews.tsx'
import { Story } from '#app/hydration/story.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { jsonLd } from '#app/seo/json-ld.ts'
import { pageMeta, siteOf } from '#app/seo/page-meta.ts'
import { pagePicture } from '#app/seo/share-picture.ts'
import { productSchema } from '#app/storefront/product-schema.ts'
import { REPLENISH } from '#content/hydration/replenish.ts'
import type { Route } from './+types/replenish.ts'

export const handle: PageHandle = { side: 'hydration', band: 'mint-300' }

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  const { title, description } = REPLENISH
  const boxes = (loaderData?.boxes ?? []).map(({ product, reviews }) =>
    jsonLd(productSchema({ ...product, picture: product.imageUrls[0] ?? null }, reviews, site)),
  )
  const image = pagePicture('replenish')
  return [...pageMeta({ ...site, path: '/replenish', title, description, image }), ...boxes]
}

export async function loader({ context }: Route.LoaderArgs) {
  return { boxes: await loadBoxes(shopCtx(context).reads.catalogue) }
}

const NEXT = [
  { to: '/hydration', label: 'Meet the four flavours' },
  { to: '/hydration/impact', label: 'Our Impact' },
  { to: '/hydration/contact', label: 'Questions and contact' },
]

export default function Replenish({ loaderData: { boxes } }: Route.ComponentProps) {
  const products = boxes.map((box) => box.product)
  return (
    <>
      <ReplenishHero products={products} />
      <section id="boxes" tabIndex={-1} className="wrap py-section" aria-labelledby="boxes-title">
        <h2 id="boxes-title" className="display text-4xl">
          Two boxes of thirty
        </h2>
        {products.length === 0 && <p className="mt-6 text-lg">No boxes are on sale at the moment.</p>}
        {boxes.map(({ product, reviews }) => (
          <BoxOffer key={product.id} product={product} isDemo={isDemoRating(reviews)} />
        ))}
      </section>
      <HowToUse />
      <Story />
      <Labels products={products} />
      <Reviews boxes={boxes} />
      <NextPages title="Read on" pages={NEXT} />
    </>
  )
}
