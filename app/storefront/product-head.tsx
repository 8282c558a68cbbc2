import { Price } from '#app/kit/price.tsx'
import { Badge } from '#app/kit/status.tsx'
import { HEALTH_FOCUS_LABELS } from '#app/storefront/labels.ts'
import type { PageProduct } from '#app/storefront/page-product.ts'
import { Rating } from '#app/storefront/rating.tsx'
import { isOutOfStock, LOW_STOCK, stockMessage, unitPrice } from '#shop/catalogue/product.ts'
import { unitSalePrice } from '#shop/catalogue/unit-sale-price.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { TAX_BASIS_POINTS } from '#shop/kernel/tax.ts'

/** Name, rating, price and description. Nothing in it takes the focus: on a phone the tray moves below it. */
export function ProductHead({ product, shipping }: { product: PageProduct; shipping: string }) {
  return (
    <>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {product.isBestseller && (
          <Badge tone="warning" dot={false}>
            Bestseller
          </Badge>
        )}
        {product.isNew && (
          <Badge tone="info" dot={false}>
            New
          </Badge>
        )}
      </div>
      <h1 className="display text-4xl">{product.name}</h1>
      <Rating rating={product.rating} reviewCount={product.reviewCount} />
      <p className="text-lg text-ink-soft">{product.shortDescription}</p>
      <div className="product-price">
        <Price
          price={unitPrice(product)}
          original={product.discountPrice ? product.price : null}
          className="text-2xl font-bold"
        />
        <StockBadge product={product} />
      </div>
      {/* Two short lines: neither can change its wrapping while the fonts arrive. */}
      <div className="text-sm text-ink-soft">
        <p>{quantityLine(product)}</p>
        <p>
          {TAX_BASIS_POINTS / 100}% GST is added at checkout. {shipping}.
        </p>
      </div>
      <p className="max-w-read">{product.description}</p>
      <HealthFocuses product={product} />
    </>
  )
}

function StockBadge({ product }: { product: PageProduct }) {
  const isLow = product.stockQuantity < LOW_STOCK
  const tone = isOutOfStock(product) ? 'danger' : isLow ? 'warning' : 'positive'
  return <Badge tone={tone}>{stockMessage(product)}</Badge>
}

/** 'Net quantity 2.1 kg (20 meals), ₹428.10 per kg.' */
function quantityLine(product: PageProduct): string {
  const per = unitSalePrice(product.netQuantity, unitPrice(product))
  return `Net quantity ${product.netQuantity}${per ? `, ${formatAmount(per.price)} per ${per.unit}` : ''}.`
}

function HealthFocuses({ product: { healthFocus } }: { product: PageProduct }) {
  if (healthFocus.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Health focus">
      {healthFocus.map((focus) => (
        <li key={focus}>
          <Badge dot={false}>{HEALTH_FOCUS_LABELS[focus]}</Badge>
        </li>
      ))}
    </ul>
  )
}
