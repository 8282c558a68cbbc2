import { loadBoxes } from '#app/hydration/boxes.server.ts'
import { Compare } from '#app/hydration/compare.tsx'
import { isDemoRating } from '#app/hydration/demo-rating.ts'
import { FlavourBrowser } from '#app/hydration/flavour-browser.tsx'
import { HydrationHero } from '#app/hydration/hydration-hero.tsx'
import { NextPages } from '#app/hydration/next-pages.tsx'
import { OfficeVoices } from '#app/hydration/office-voices.tsx'
import { Pillars } from '#app/hydration/pillars.tsx'
import { ShopSection } from '#app/hydration/shop-section.tsx'
import { Why } from '#app/hydration/why.tsx'
import { Workday } from '#app/hydration/workday.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { pageMeta, siteOf } from '#app/seo/page-meta.ts'
import { pagePicture } from '#app/seo/share-picture.ts'
import { HERO } from '#content/hydration/landing.ts'
import type { Route } from './+types/landing.ts'

export const handle: PageHandle = { side: 'hydration', band: 'lake-100' }

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: '/hydration',
    image: pagePicture('hydration'),
    title: 'Replenish: hydration sticks for long desks',
    description: `${HERO.lead} Three flavours and one without, in boxes of 30 sticks.`,
  })
}

export async function loader({ context }: Route.LoaderArgs) {
  const boxes = await loadBoxes(shopCtx(context).reads.catalogue)
  return { offers: boxes.map(({ product, reviews }) => ({ product, isDemo: isDemoRating(reviews) })) }
}

const NEXT = [
  { to: '/replenish', label: 'Replenish Hydration in full' },
  { to: '/hydration/impact', label: 'Our Impact' },
  { to: '/hydration/contact', label: 'Questions and contact' },
]

export default function HydrationLanding({ loaderData: { offers } }: Route.ComponentProps) {
  const products = offers.map((offer) => offer.product)
  return (
    <>
      <HydrationHero />
      <FlavourBrowser />
      <Workday />
      <Why />
      <Pillars products={products} />
      <ShopSection offers={offers} />
      <Compare products={products} />
      <OfficeVoices />
      <NextPages title="Read on" pages={NEXT} />
    </>
  )
}
