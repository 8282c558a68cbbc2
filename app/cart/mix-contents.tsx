import { ProductPicture } from '#app/kit/product-picture.tsx'
import type { LineAllergens } from '#shop/carts/cart-view.ts'
import type { PricedLine } from '#shop/carts/priced-cart.ts'
import { NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'

type MixContentsProps = { picked: PricedLine['picked']; allergens: LineAllergens }

/** A custom mix: a packet for each pick, their names with counts, and their allergens together. */
export function MixContents({ picked, allergens }: MixContentsProps) {
  const { contained, undeclared } = allergens
  const packets = picked.flatMap(({ product, count }) =>
    Array.from({ length: count }, (_, at) => ({ product, at })),
  )
  return (
    <div className="mt-3 grid gap-2">
      <div className="flex max-w-[22rem] flex-wrap gap-0.5" aria-hidden="true">
        {packets.map(({ product, at }) => (
          <ProductPicture
            key={`${product.id} ${at}`}
            src={product.imageUrls[0]}
            alt=""
            className="h-auto w-[8.8%]"
          />
        ))}
      </div>
      <ul className="text-ink-soft text-sm">
        {picked.map(({ product, count }, at) => (
          <li key={product.id} className="inline">
            <span className="numeric">{count > 1 ? `${count} × ` : ''}</span>
            {product.name}
            {at < picked.length - 1 ? ', ' : ''}
          </li>
        ))}
      </ul>
      {contained.length > 0 && <p className="text-sm">Contains: {contained.join(', ')}</p>}
      {undeclared.length > 0 && <p className="text-sm">Allergens not declared: {undeclared.join(', ')}</p>}
      {contained.length + undeclared.length === 0 && <p className="text-sm">{NO_KNOWN_ALLERGENS}</p>}
    </div>
  )
}
