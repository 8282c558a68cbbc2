import { Button, ButtonLink } from '#app/kit/button.tsx'
import { Dialog } from '#app/kit/dialog.tsx'
import { Ledger, type LedgerRow } from '#app/kit/ledger.tsx'
import { Link } from '#app/kit/link.tsx'
import { pickerPath, productPath } from '#app/kit/paths.ts'
import { PackTile } from '#app/kit/picture/pack-tile.tsx'
import { tileColour } from '#app/kit/picture/tile-colour.ts'
import { NotifyLink, Price } from '#app/kit/product/price.tsx'
import { Heat } from '#app/kit/product/scales.tsx'
import { PRODUCT_TYPES } from '#app/storefront/labels.ts'
import type { CardProduct, ShelfProduct } from '#app/storefront/product-data.ts'
import { BasketQuantity, CartForm, useInBasket } from '#app/storefront/shelf-list.tsx'
import { allergensSentence } from '#shop/catalogue/allergens.ts'
import { amountText, isCustomisable, isOutOfStock, unitPrice } from '#shop/catalogue/product.ts'

type BuyNowProps = { onBuyNow: (product: CardProduct, quantity: number) => void }
type InfoDialogProps = BuyNowProps & { product: ShelfProduct | null; onClose: () => void }

export function InfoDialog({ product, onClose, onBuyNow }: InfoDialogProps) {
  return (
    <Dialog
      open={product !== null}
      onClose={onClose}
      title={product?.name}
      className="info-dialog"
      foot={
        product && (
          <div className="info-foot">
            <Price
              price={unitPrice(product)}
              original={product.discountPrice ? product.price : null}
              className="text-xl font-bold"
            />
            <div className="info-foot-actions">
              <InfoActions product={product} onBuyNow={onBuyNow} />
            </div>
          </div>
        )
      }
    >
      {product && <InfoBody product={product} />}
    </Dialog>
  )
}

function InfoBody({ product }: { product: ShelfProduct }) {
  const region = product.region ? [{ label: 'Region', value: product.region }] : []
  return (
    <>
      <div className="info-top">
        <PackTile
          src={product.picture}
          alt={product.name}
          colour={tileColour(product)}
          out={isOutOfStock(product)}
        />
        <div>
          <p>{product.description}</p>
          <Ledger rows={[...region, levelRow(product)]} />
        </div>
      </div>
      <InfoFacts product={product} />
      <p className="mt-6">
        <Link to={productPath(product)} className="link">
          Everything about {product.name}
        </Link>
      </p>
    </>
  )
}

function InfoActions({ product, onBuyNow }: BuyNowProps & { product: ShelfProduct }) {
  const quantity = Math.max(1, useInBasket(product))
  if (isOutOfStock(product)) {
    return (
      <>
        <NotifyLink product={product} />
        <Button type="button" size="sm" disabled>
          Out of Stock
        </Button>
      </>
    )
  }
  if (isCustomisable(product)) {
    return (
      <>
        <ButtonLink to={pickerPath(product)} look="line" size="sm">
          Add to Basket
        </ButtonLink>
        <ButtonLink to={pickerPath(product, true)} size="sm">
          Buy Now
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <BasketQuantity product={product} />
      <CartForm number={product.number} quantity={quantity} onSend={() => onBuyNow(product, quantity)}>
        <Button size="sm" name="then" value="/checkout">
          Buy Now
        </Button>
      </CartForm>
    </>
  )
}

/** Nutrition, ingredients, benefits and usage. Leaves out empty parts. */
function InfoFacts({ product }: { product: ShelfProduct }) {
  const { facts } = product
  return (
    <div className="info-facts">
      {facts && (
        <section>
          <h3>Nutritional facts</h3>
          <p className="text-sm text-ink-soft">In {facts.servingSize}</p>
          <Ledger
            className="mt-2"
            rows={[
              { label: 'Protein', value: amountText(facts.protein, 'g') },
              { label: 'Fiber', value: amountText(facts.fiber, 'g') },
              { label: 'Calories', value: amountText(facts.calories, 'kcal') },
            ]}
          />
        </section>
      )}
      <InfoList title="Ingredients" items={product.ingredients} end={allergensSentence([product])} />
      <InfoList title="Health benefits" items={product.benefits} />
      <InfoList title="How to use" items={product.usageInstructions} numbered />
    </div>
  )
}

/** Returns the row with a tastemaker's level. Other products have no level and show their category. */
function levelRow({ sweetLevel, spiceLevel, category }: ShelfProduct): LedgerRow {
  if (sweetLevel !== null) return { label: 'Sweet level', value: <Level kind="sweet" level={sweetLevel} /> }
  if (spiceLevel !== null) return { label: 'Spice level', value: <Level kind="spice" level={spiceLevel} /> }
  return { label: 'Product type', value: PRODUCT_TYPES[category] }
}

function Level({ kind, level }: { kind: 'spice' | 'sweet'; level: number }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true">
        <Heat kind={kind} level={level} />
      </span>
      {level} out of 5
    </span>
  )
}

type InfoListProps = { title: string; items: string[]; numbered?: boolean; end?: string }

function InfoList({ title, items, numbered, end }: InfoListProps) {
  if (items.length === 0) return null
  const List = numbered ? 'ol' : 'ul'
  return (
    <section>
      <h3>{title}</h3>
      <List>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </List>
      {end && <p className="mt-1">{end}</p>}
    </section>
  )
}
