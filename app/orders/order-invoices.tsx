import { buttonClass } from '#app/kit/button.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import type { Order } from '#shop/orders/order.ts'

type OrderInvoicesProps = {
  order: Pick<Order, 'id' | 'status'>
  papers: { creditNotes: { id: string; number: string }[] }
  hasInvoice: boolean
}

export function OrderInvoices({ order, papers, hasInvoice }: OrderInvoicesProps) {
  // A cancelled order without an invoice never gets one.
  if (!hasInvoice && order.status === 'cancelled') return null
  if (!hasInvoice) {
    return (
      <p className="mt-5 text-ink-soft text-sm">
        Your invoice will be here once the order is paid or shipped.
      </p>
    )
  }
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <a href={`/api/orders/${order.id}/invoice`} className={buttonClass({ look: 'line', size: 'sm' })}>
        <Icon name={moreIcons.download} size="s" />
        <span>Invoice (PDF)</span>
      </a>
      {papers.creditNotes.map(({ id, number }) => (
        <a
          key={id}
          href={`/api/orders/${order.id}/credit-notes/${id}`}
          className={buttonClass({ look: 'line', size: 'sm' })}
        >
          <Icon name={moreIcons.download} size="s" />
          <span>Credit note {number} (PDF)</span>
        </a>
      ))}
    </div>
  )
}
