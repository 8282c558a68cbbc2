import { FigureStrip } from '#app/marketing/figure-strip.tsx'
import { mealFigures, shopFigures, workFigures } from '#app/marketing/impact-figures.ts'
import { Ledgers } from '#app/marketing/ledgers.tsx'
import { ReadOn } from '#app/marketing/read-on.tsx'
import { StageBlock } from '#app/marketing/stage.tsx'
import { StoryHero } from '#app/marketing/story-hero.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { pageMeta, siteOf } from '#app/seo/page-meta.ts'
import { pagePicture } from '#app/seo/share-picture.ts'
import { IMPACT_HERO, STAGES } from '#content/impact.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { programmeSums } from '#shop/programme/impact.read.ts'
import type { Route } from './+types/impact.ts'

export const handle: PageHandle = { side: 'millet', band: 'bajra-300' }

export async function loader({ context }: Route.LoaderArgs) {
  const { catalogue } = shopCtx(context).reads
  const [products, sums] = await Promise.all([listProducts(catalogue), programmeSums(catalogue)])
  return { shop: shopFigures(products), meal: mealFigures(products), work: workFigures(sums) }
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return pageMeta({
    ...site,
    path: '/impact',
    image: pagePicture('impact'),
    title: IMPACT_HERO.title,
    description: `From farm to plate with ${site.brand}: sourced numbers, what we count ourselves, and what is not measured yet.`,
  })
}

export default function Impact({ loaderData: { shop, meal, work } }: Route.ComponentProps) {
  return (
    <>
      <StoryHero {...IMPACT_HERO} name="cultivate-land" alt="Rows of millet running towards a low sun" />
      {shop.length > 0 && <FigureStrip id="shop-numbers" title="The shop in numbers" figures={shop} />}
      {STAGES.map((stage, index) => (
        <StageBlock key={stage.id} stage={stage} number={index + 1} />
      ))}
      {work.length > 0 && <FigureStrip id="work-numbers" title="Work done so far" titled figures={work} />}
      {meal.length > 0 && (
        <FigureStrip id="meal-numbers" title="One meal of the complete box" titled figures={meal} />
      )}
      <Ledgers />
      <ReadOn />
    </>
  )
}
