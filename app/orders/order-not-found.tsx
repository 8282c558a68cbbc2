import { ButtonLink } from '#app/kit/button.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'

/** No such order, or somebody else's: one answer for both. */
export function OrderNotFound({ link }: { link: { to: string; label: string } }) {
  return (
    <div className="wrap pt-8 pb-section">
      <title>Order not found</title>
      <EmptyState
        headingLevel={1}
        picture="/illustrations/empty-orders.svg"
        title="Order not found"
        action={<ButtonLink to={link.to}>{link.label}</ButtonLink>}
      >
        There is no order at this address in your account.
      </EmptyState>
    </div>
  )
}
