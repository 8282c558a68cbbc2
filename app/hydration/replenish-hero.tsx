import { ButtonLink } from '#app/kit/button-link.tsx'
import { classNames } from '#app/kit/class-names.ts'
import { ProductPicture } from '#app/kit/product-picture.tsx'
import { REPLENISH } from '#content/hydration/replenish.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { GlideLink } from './glide-link.tsx'

/** The boxes on one colour, the words at the left edge. */
export function ReplenishHero({ products }: { products: readonly Product[] }) {
  return (
    <section className="replenish-hero">
      <div className="wrap replenish-hero-row">
        <div className="replenish-hero-copy">
          <h1 className="display text-5xl">{REPLENISH.title}</h1>
          <p className="mt-5 max-w-[27rem] text-lg font-semibold">{REPLENISH.lead}</p>
          <div className="mt-7 flex flex-wrap gap-3">
            <GlideLink to="#boxes" look="accent">
              Choose a box
            </GlideLink>
            <ButtonLink to="/hydration" look="paper">
              Meet the four flavours
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
