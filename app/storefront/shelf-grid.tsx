import { classNames } from '#app/kit/class-names.ts'
import { CardActions } from '#app/storefront/card-actions.tsx'
import { InfoLink } from '#app/storefront/info-link.tsx'
import { ProductCard } from '#app/storefront/product-card.tsx'
import type { CardProduct, ShelfProduct } from '#app/storefront/shelf-product.ts'
import { type ShelfGroup, shelfGroups } from '#shop/catalogue/shelf-groups.ts'

type ShelfGridProps = {
  products: ShelfProduct[]
  quantityOf: (id: string) => number
  onQuantity: (product: CardProduct, quantity: number) => void
  onInfo: (product: ShelfProduct) => void
}

/** The shelf's cards. Several kinds of products become groups with a heading each. */
export function ShelfGrid({ products, ...rest }: ShelfGridProps) {
  const groups = shelfGroups(products)
  return groups.map((group) => (
    <div key={group.key} className="shelf-group">
      {groups.length > 1 && <h3 className="display text-xl">{group.label}</h3>}
      <GroupGrid group={group} headingLevel={groups.length > 1 ? 4 : 3} {...rest} />
    </div>
  ))
}

type GroupGridProps = Omit<ShelfGridProps, 'products'> & {
  group: ShelfGroup<ShelfProduct>
  headingLevel: 3 | 4
}

function GroupGrid({ group, headingLevel, quantityOf, onQuantity, onInfo }: GroupGridProps) {
  return (
    <div className={gridClass(group)}>
      {group.products.map((product) => (
        <ProductCard
          key={product.id}
          product={product}
          headingLevel={headingLevel}
          overlay={<InfoLink product={product} onOpen={() => onInfo(product)} />}
        >
          <div className="product-card-actions">
            <CardActions
              product={product}
              quantity={quantityOf(product.id)}
              onQuantity={(quantity) => onQuantity(product, quantity)}
            />
          </div>
        </ProductCard>
      ))}
    </div>
  )
}

/** Packets are close together; of big packs two share the whole width. */
function gridClass({ isClose, products }: ShelfGroup<unknown>): string {
  return classNames(
    'shelf-grid',
    !isClose && 'shelf-grid-large',
    !isClose && products.length === 2 && 'shelf-grid-pair',
  )
}
