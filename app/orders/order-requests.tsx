import { Banner } from '#app/kit/banner.tsx'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'
import { type OrderRequest, requestText } from '#shop/orders/request.ts'
import type { Refund, RefundStatus } from '#shop/payments/refund.ts'

const TONES = { open: 'warning', approved: 'positive', declined: 'info' } as const
const KIND_NAMES = { cancellation: 'Cancellation', refund: 'Refund' } as const
const STATES = {
  open: 'requested. We’ll reply within 48 hours.',
  approved: 'approved.',
  declined: 'request declined.',
} as const

/** The customer's requests, the decisions, and the state of refunds. */
export function OrderRequests({ requests, refunds }: { requests: OrderRequest[]; refunds: Refund[] }) {
  if (requests.length === 0 && refunds.length === 0) return null
  return (
    <section className="mb-10 grid gap-3">
      <h2 className="sr-only">Requests and refunds</h2>
      {requests.map((request) => (
        <Banner
          key={request.id}
          tone={TONES[request.status]}
          live={false}
          title={`${KIND_NAMES[request.kind]} ${STATES[request.status]}`}
        >
          {request.amount !== null && `${formatAmount(request.amount)}. `}
          {request.answer ?? requestText(request)} ({formatDay(request.decidedAt ?? request.requestedAt)})
        </Banner>
      ))}
      {refunds.map((refund) => (
        <Banner
          key={refund.id}
          tone={REFUNDS[refund.status].tone}
          live={false}
          title={`Refund of ${formatAmount(refund.amount)}`}
        >
          {REFUNDS[refund.status].text}
        </Banner>
      ))}
    </section>
  )
}

const REFUNDS: Record<RefundStatus, { tone: 'info' | 'positive' | 'warning'; text: string }> = {
  requested: { tone: 'info', text: 'is on its way to the bank.' },
  done: { tone: 'positive', text: 'has been sent. Banks usually show it 5 to 7 working days later.' },
  by_hand: {
    tone: 'info',
    text: 'is paid to the bank account or UPI address that you name. We write to you about it.',
  },
  refused: { tone: 'warning', text: 'was refused by the bank. We look into it and write to you.' },
}
