import { classNames } from '#app/kit/class-names.ts'
import { noticePath } from '#app/kit/paths.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { Link } from './link.tsx'

type NotifyLinkProps = { product: { id: string; name: string }; className?: string }

/** Leads to the form that asks for one email when the product is back in stock. */
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
