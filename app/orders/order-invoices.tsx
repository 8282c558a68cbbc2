import { buttonClass } from '#app/kit/button.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'

type ListedPaper = { id: string; number: string; issuedAt: Date }
export type Invoices = { invoices: ListedPaper[]; creditNotes: ListedPaper[] }

export function OrderInvoices({
  orderId,
  papers,
  hasInvoice,
  isCancelled,
}: {
  orderId: string
  papers: Invoices
  hasInvoice: boolean
  isCancelled: boolean
}) {
  // A cancelled order without an invoice never gets one.
  if (!hasInvoice && isCancelled) return null
  if (!hasInvoice) {
    return (
      <p className="mt-5 text-ink-soft text-sm">
        Your invoice will be here once the order is paid or shipped.
      </p>
    )
  }
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <a href={`/api/orders/${orderId}/invoice`} className={buttonClass({ look: 'line', size: 'sm' })}>
        <Icon name={moreIcons.download} size="s" />
        <span>Invoice (PDF)</span>
      </a>
      {papers.creditNotes.map(({ id, number }) => (
        <a
          key={id}
          href={`/api/orders/${orderId}/credit-notes/${id}`}
          className={buttonClass({ look: 'line', size: 'sm' })}
        >
          <Icon name={moreIcons.download} size="s" />
          <span>Credit note {number} (PDF)</span>
        </a>
      ))}
    </div>
  )
}
