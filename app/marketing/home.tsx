import { deliveryNow } from '#app/legal/delivery-texts.server.ts'
import { heroOf, toHomeShelf } from '#app/marketing/figures.ts'
import { HomePage } from '#app/marketing/home-page.tsx'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { siteOf } from '#app/seo/page-meta.ts'
import { jsonLd, organizationSchema, websiteSchema } from '#app/seo/structured-data.ts'
import { homeTextsNow, offersNow } from '#app/texts/site-texts.server.ts'
import type { Route } from './+types/home.ts'

export const handle: PageHandle = {
  sheet: 'home',
  title: '{brand}: millet meals made by women-led self-help groups',
  description:
    'Millet meals for everyday dinners, made by women-led self-help groups, with a label you can read.',
  picture: 'home',
  band: '--color-haldi-400',
  cached: 'exact',
  search: 'sitemap',
  landing: 'home',
  access: { get: 200 },
}

export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(requestContext)
  const { ctx, products } = request
  const shelf = toHomeShelf(await products.get())
  const texts = await homeTextsNow(request)
  return {
    brand: ctx.config.brand,
    texts: { ...texts, hero: heroOf(texts.hero, shelf) },
    shelf,
    shipping: (await deliveryNow(request)).promise,
    offers: await offersNow(request),
  }
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches)
  return [jsonLd(organizationSchema(site)), jsonLd(websiteSchema(site))]
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage {...loaderData} />
}
