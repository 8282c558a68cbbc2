import { Link } from 'react-router'
import { Price } from '#app/kit/price.tsx'
import { ProductPicture } from '#app/kit/product-picture.tsx'
import { type Product, stockMessage, unitPrice } from '#shop/catalogue/product.ts'
import { AddBox } from './add-box.tsx'
import { boxColour } from './hydration-products.ts'
import { LabelDialog } from './label-dialog.tsx'
import { RatingLine } from './rating-line.tsx'
import { boxName } from './short-name.ts'

type Offer = { product: Product; isDemo: boolean }

/** The boxes with price, stock, quantity and label. */
export function ShopSection({ offers }: { offers: readonly Offer[] }) {
  return (
    <section id="shop" tabIndex={-1} className="box-shelf" aria-labelledby="shop-title">
      <div className="wrap pt-section pb-10">
        <h2 id="shop-title" className="display text-4xl">
          Two boxes of thirty
        </h2>
        <p className="mt-3 text-lg text-ink-soft">Prices are per box, before tax.</p>
        <p className="mt-2">
          <Link to="/replenish" className="link">
            How to use it, the full labels and all reviews
          </Link>
        </p>
      </div>
      {offers.length === 0 && <p className="wrap pb-section text-lg">No boxes are on sale at the moment.</p>}
      <ul className="box-row">
        {offers.map((offer) => (
          <BoxCard key={offer.product.id} {...offer} />
        ))}
      </ul>
    </section>
  )
}

function BoxCard({ product, isDemo }: Offer) {
  const price = unitPrice(product)
  return (
    <li className="box-card" style={{ background: `var(--color-${boxColour(product.slug)})` }}>
      <ProductPicture src={product.imageUrls[0]} alt="" className="box-card-picture" />
      <div className="box-card-words">
        <h3 className="display text-2xl">{boxName(product.name)}</h3>
        <p className="mt-2">{product.shortDescription}</p>
        <div className="mt-2">
          <RatingLine product={product} isDemo={isDemo} />
        </div>
        <p className="mt-5 mb-4 flex flex-wrap items-baseline gap-x-3">
          <Price
            price={price}
            original={product.price > price ? product.price : null}
            className="text-2xl font-bold"
          />
          <span className="text-sm">{stockMessage(product)}</span>
        </p>
        <AddBox product={product} />
        <LabelDialog product={product} />
      </div>
    </li>
  )
}
