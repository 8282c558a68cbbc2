import { lazy, Suspense } from 'react'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { Breadcrumbs } from '#app/kit/product/breadcrumbs.tsx'
import { BuyForm } from '#app/storefront/buy-form.tsx'
import { ProductCard } from '#app/storefront/product-card.tsx'
import { ProductHead, ProductTabs } from '#app/storefront/product-info.tsx'
import { Reviews } from '#app/storefront/reviews.tsx'
import type { MixRefusal } from '#app/storefront/use-mix.ts'
import { isOutOfStock } from '#shop/catalogue/product.ts'
import type { CategorySlug } from '#shop/catalogue/taxonomy.ts'
import type { Route } from './+types/product.ts'

const GROUPS: Note = {
  title: 'Who you are buying from',
  text: 'Made by a women-led self-help group: the women who roast, mix and pack it run the work and are paid for it. About 10 crore women in India belong to such groups (DAY-NRLM, Ministry of Rural Development, 2024).',
  picture: '/illustrations/value-work.svg',
}

const WATER: Note = {
  title: 'Less on the road',
  text: 'You add water you already have, so no bottle and no half litre of water has to be shipped to you.',
  picture: '/illustrations/glass-mint.svg',
}

const FIBRE: Note = {
  title: 'What “biodegradable” says here, and what it does not',
  text: 'It says what they are made of: plant fibre, with no plastic film. We hold no laboratory report and no certificate (IS/ISO 17088) of how fast or how completely they break down, so we promise neither. Once there is one, it will be linked here.',
  picture: '/illustrations/value-soil.svg',
}

// Loaded on demand, because only few products are out of stock.
const StockNotice = lazy(() => import('#app/storefront/stock-notice-form.tsx'))

type ProductPageData = NonNullable<Route.ComponentProps['loaderData']>

/** The page of a product. The dashboard's preview uses it for inactive products, too. */
export function ProductPage({ page, refusal }: { page: ProductPageData; refusal: MixRefusal | null }) {
  const { product, picks, reviews, related, makers, delivery, offer, isReviewed, mix } = page
  return (
    <div className="wrap product-page">
      <Breadcrumbs crumbs={[{ label: 'Products', to: '/products' }, { label: product.name }]} />
      <BuyForm key={product.id} product={product} picks={picks} refusal={refusal} rendered={mix}>
        <ProductHead product={product} delivery={delivery} offer={offer} />
      </BuyForm>
      {isOutOfStock(product) && <StockNotice key={`${product.id}-notice`} productId={product.id} />}
      <Suspense>
        <ProductTabs key={`${product.id}-tabs`} product={product} picks={picks} mix={mix} />
      </Suspense>
      <Suspense>
        <ImpactNote category={product.category} />
        <MadeBy groups={makers} />
        <Reviews product={product} reviews={reviews} isReviewed={isReviewed} />
        {related.length > 0 && (
          <section className="related-products" aria-labelledby="related-title">
            <h2 id="related-title" className="display text-2xl">
              You May Also Like
            </h2>
            <div className="shelf-grid related-grid">
              {related.map((other) => (
                <ProductCard key={other.id} product={other} />
              ))}
            </div>
          </section>
        )}
      </Suspense>
    </div>
  )
}

/** Names the groups that made this product, with their place. Null if no batch is known. */
function MadeBy({ groups }: { groups: ProductPageData['makers'] }) {
  if (groups.length === 0) return null
  return (
    <section className="made-by" aria-labelledby="made-by">
      <h2 id="made-by" className="display text-2xl">
        Groups that made it
      </h2>
      <ul>
        {groups.map(({ name, place }) => (
          <li key={name}>
            <b>{name}</b>, {place}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Note = { title: string; text: string; picture: string }

function ImpactNote({ category }: { category: CategorySlug }) {
  const note = category === 'hydration' ? WATER : category === 'biodegradable' ? FIBRE : GROUPS
  return (
    <aside className="impact-note" aria-labelledby="impact-note">
      <ProductPicture src={note.picture} alt="" />
      <div>
        <h2 id="impact-note" className="display text-2xl">
          {note.title}
        </h2>
        <p className="mt-3 max-w-read">{note.text}</p>
      </div>
    </aside>
  )
}
