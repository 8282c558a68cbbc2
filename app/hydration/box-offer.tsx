import { Link } from 'react-router'
import { Ledger } from '#app/kit/ledger.tsx'
import { PackTile } from '#app/kit/pack-tile.tsx'
import { Price } from '#app/kit/price.tsx'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import { isOutOfStock, type Product, stockMessage, unitPrice } from '#shop/catalogue/product.ts'
import { AddBox } from './add-box.tsx'
import { boxColour } from './hydration-products.ts'
import { RatingLine } from './rating-line.tsx'
import { boxName } from './short-name.ts'

/** One box with everything that is needed to buy it. */
export function BoxOffer({ product, isDemo }: { product: Product; isDemo: boolean }) {
  const { name, slug, description, imageUrls } = product
  const price = unitPrice(product)
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
          <RatingLine product={product} isDemo={isDemo} />
        </div>
        <p className="mt-4 max-w-read">{description}</p>
        <p className="mt-6 mb-4 flex flex-wrap items-baseline gap-x-3">
          <Price
            price={price}
            original={product.price > price ? product.price : null}
            className="text-3xl font-bold"
          />
          <span className="text-sm">{stockMessage(product)}</span>
        </p>
        <AddBox product={product} buyNow />
        <Facts product={product} />
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

function Facts({ product: { netQuantity, shelfLife, countryOfOrigin } }: { product: Product }) {
  const rows = [
    { label: 'Net quantity', value: netQuantity },
    ...(shelfLife ? [{ label: 'Keeps', value: shelfLife }] : []),
    { label: 'Country of origin', value: countryOfOrigin },
  ]
  return <Ledger rows={rows} className="mt-2 text-sm" />
}
