import { shopCtx } from '#app/http/request-context.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { HomePage } from '#app/ui/stories/home-page.tsx'
import { toHomeShelf } from '#app/ui/stories/home-shelf.ts'
import { siteSchema, storyMeta } from '#app/ui/stories/story-meta.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { shippingPromise } from '#shop/pricing/quote.ts'
import type { Route } from './+types/home.ts'

export const handle: PageHandle = { side: 'millet', band: 'haldi-400' }

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config } = shopCtx(context)
  return {
    brand: config.brand,
    origin: config.origin,
    shelf: toHomeShelf(await listProducts(db)),
    shipping: shippingPromise(config.shipping, formatPrice),
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { brand, origin } = loaderData
  return [
    ...storyMeta({
      brand,
      origin,
      path: '/',
      drawing: 'hero-millet',
      title: `${brand}: millet meals made by women-led self-help groups`,
      description:
        'Ragi and bajra meal mixes with tastemakers you pick yourself: twenty dinners in a box, ten minutes each.',
    }),
    siteSchema(brand, origin),
  ]
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { brand, shelf, shipping } = loaderData
  return <HomePage brand={brand} shelf={shelf} shipping={shipping} />
}
