import type { ReactNode } from 'react'
import { useBestsellerWord } from '#app/frame/use-root-data.ts'
import { Link } from '#app/kit/link.tsx'
import { productPath } from '#app/kit/paths.ts'
import { PackTile } from '#app/kit/picture/pack-tile.tsx'
import { tileColour } from '#app/kit/picture/tile-colour.ts'
import { Badge } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import type { CardProduct } from '#app/storefront/product-data.ts'
import { isOutOfStock, savedPercent, unitPrice } from '#shop/catalogue/product.ts'
import { formatPrice } from '#shop/kernel/money.ts'

type ProductCardProps = {
  product: CardProduct
  headingLevel?: 3 | 4
  overlay?: ReactNode
  children?: ReactNode
}

/** A card: the pack on its tile, name and price in one row, and a short description. The whole card is a link. */
export function ProductCard({ product, headingLevel = 3, overlay, children }: ProductCardProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <article className="product-card">
      <PackTile src={product.picture} alt="" colour={tileColour(product)} lift out={isOutOfStock(product)}>
        <CardBadges product={product} />
        {overlay}
      </PackTile>
      <div className="product-card-text">
        <Heading>
          <Link to={productPath(product)} prefetch>
            {product.name}
          </Link>
        </Heading>
        <div className="product-card-price numeric">
          {product.discountPrice && (
            <s>
              <VisuallyHidden>Price before </VisuallyHidden>
              {formatPrice(product.price)}
            </s>
          )}
          <span>
            {product.discountPrice && <VisuallyHidden>Price now </VisuallyHidden>}
            {formatPrice(unitPrice(product))}
          </span>
        </div>
        <p>{product.shortDescription}</p>
      </div>
      {children}
    </article>
  )
}

function CardBadges({ product }: { product: CardProduct }) {
  const saved = savedPercent(product)
  const bestseller = useBestsellerWord()
  const words = [saved && `Save ${saved}%`, product.isBestseller && bestseller, product.isNew && 'New']
  return (
    <div className="tile-badges">
      {words.map(
        (word) =>
          word && (
            <Badge key={word} dot={false} className="tile-badge">
              {word}
            </Badge>
          ),
      )}
    </div>
  )
}
