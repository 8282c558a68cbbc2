import { ButtonLink } from '#app/kit/button.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'

export default function ProductMissing() {
  return (
    <EmptyState
      className="wrap py-section"
      headingLevel={1}
      picture="/illustrations/empty-basket.svg"
      title="Product Not Found"
      action={<ButtonLink to="/shop">Back to Shop</ButtonLink>}
    >
      The product you're looking for doesn't exist or has been removed.
    </EmptyState>
  )
}
