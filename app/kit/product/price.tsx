import { Link } from '#app/kit/link.tsx'
import { noticePath } from '#app/kit/paths.ts'
import { Badge } from '#app/kit/status.tsx'
import { classNames, VisuallyHidden } from '#app/kit/text.tsx'
import { savedPercent } from '#shop/catalogue/product.ts'
import { formatPrice, type Money } from '#shop/kernel/money.ts'

/** An amount that changes, in an element that page translation leaves alone. Other texts: page-translation.ts. */
export function Amount({ children, className }: { children: string; className?: string | undefined }) {
  return (
    <span key={children} translate="no" className={classNames('numeric', className)}>
      {children}
    </span>
  )
}

export type PriceProps = {
  price: Money
  /** The price before a reduction. If it is higher, it is shown struck through, with 'Save N%'. */
  original?: Money | null
  className?: string
}

export function Price({ price, original, className }: PriceProps) {
  const saved = original ? savedPercent({ price: original, discountPrice: price }) : null
  if (!original || !saved) return <Amount className={className}>{formatPrice(price)}</Amount>
  return (
    <span className={classNames('numeric inline-flex flex-wrap items-baseline gap-x-2', className)}>
      <span>
        <VisuallyHidden>Price now </VisuallyHidden>
        {formatPrice(price)}
      </span>
      <s className="text-[0.72em] font-regular text-ink-soft">
        <VisuallyHidden>Price before </VisuallyHidden>
        {formatPrice(original)}
      </s>
      <Badge tone="positive" dot={false} className="self-center">
        Save {saved}%
      </Badge>
    </span>
  )
}

type NotifyLinkProps = { product: { id: string; name: string }; className?: string }

export function NotifyLink({ product, className }: NotifyLinkProps) {
  return (
    <Link
      to={noticePath(product)}
      className={classNames('link inline-flex min-h-11 items-center text-sm', className)}
    >
      <span>
        Notify me
        <VisuallyHidden> when {product.name} is back in stock</VisuallyHidden>
      </span>
    </Link>
  )
}
