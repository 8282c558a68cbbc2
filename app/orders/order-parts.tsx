import type { ReactNode } from 'react'
import { PageTitle } from '#app/frame/page-head.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { Badge, type Tone } from '#app/kit/status.tsx'
import type { OrderStatus } from '#shop/orders/order.ts'
import { statusName } from '#shop/orders/tracker.ts'

/** Rows of label and value with rules between them, both aligned left, for values of several lines. */
export function FactRows({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="border-ink border-t-2">
      {facts.map(({ label, value }) => (
        <div
          key={label}
          className="grid grid-cols-[8rem_1fr] gap-x-4 border-line border-b py-3 max-[20rem]:grid-cols-1 md:grid-cols-[12rem_1fr]"
        >
          <dt className="text-ink-soft">{label}</dt>
          <dd className="numeric min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The page for an order that does not exist or belongs to another customer. */
export function OrderNotFound({ link }: { link: { to: string; label: string } }) {
  return (
    <div className="wrap pt-8 pb-section">
      <PageTitle>Order not found</PageTitle>
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

const TONES: Record<OrderStatus, Tone> = {
  pending: 'warning',
  processing: 'info',
  shipped: 'info',
  delivered: 'positive',
  cancelled: 'danger',
}

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={TONES[status]}>{statusName(status)}</Badge>
}
