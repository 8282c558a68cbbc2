import { buttonClass } from '#app/kit/button.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { hasPaid, isSent, type Order } from '#shop/orders/order.ts'

type OrderInvoicesProps = {
  order: Pick<Order, 'id' | 'status' | 'paymentStatus'>
  papers: {
    invoices: { id: string; number: string; reversedAt: Date | null }[]
    creditNotes: { id: string; number: string }[]
  }
}

/** Links to all documents of the order. An invoice stays listed after it was credited. */
export function OrderInvoices({ order, papers: { invoices, creditNotes } }: OrderInvoicesProps) {
  if (invoices.length === 0) {
    // A cancelled order without an invoice never gets one.
    if (order.status === 'cancelled') return null
    return (
      <p className="mt-5 text-ink-soft text-sm">
        {hasPaid(order.paymentStatus) || isSent(order.status)
          ? 'The invoice is being written. Please look again in a few minutes.'
          : 'The invoice will be here once the order is paid or shipped.'}
      </p>
    )
  }
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {invoices.map(({ id, number, reversedAt }) => (
        <DocumentLink key={id} to={`/api/orders/${order.id}/invoices/${id}`}>
          Invoice {number}
          {reversedAt && ', credited'} (PDF)
        </DocumentLink>
      ))}
      {creditNotes.map(({ id, number }) => (
        <DocumentLink key={id} to={`/api/orders/${order.id}/credit-notes/${id}`}>
          Credit note {number} (PDF)
        </DocumentLink>
      ))}
    </div>
  )
}

function DocumentLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <a href={to} className={buttonClass({ look: 'line', size: 'sm' })}>
      <Icon name={moreIcons.download} size="s" />
      <span>{children}</span>
    </a>
  )
}
