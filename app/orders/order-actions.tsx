import { useState } from 'react'
import { Button, ButtonLink, buttonClass } from '#app/kit/button.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { useHydrated } from '#app/kit/use-hydrated.ts'
import { trackingPage } from '#shop/orders/carriers.ts'
import type { Order } from '#shop/orders/order.ts'
import { cancellationOf, type OrderRequest } from '#shop/orders/request.ts'

type OrderActionsProps = { order: Order; requests: OrderRequest[]; isOwn: boolean }

/** Track Package, Cancel Order and Request Refund, as the order's state allows. */
export function OrderActions({ order, requests, isOwn }: OrderActionsProps) {
  const isWaiting = requests.some(({ status }) => status === 'open')
  const isGranted = requests.some(({ kind, status }) => kind === 'refund' && status === 'approved')
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      {order.status !== 'cancelled' && <TrackPackage order={order} />}
      {isOwn && cancellationOf(order.status) && !isWaiting && (
        <ButtonLink to={`/orders/${order.id}?ask=cancel`} look="line" preventScrollReset>
          Cancel Order
        </ButtonLink>
      )}
      {isOwn && order.status === 'delivered' && !isWaiting && !isGranted && (
        <ButtonLink to={`/orders/${order.id}?ask=refund`} look="line" preventScrollReset>
          Request Refund
        </ButtonLink>
      )}
    </div>
  )
}

function TrackPackage({ order: { carrier, trackingNumber, status } }: { order: Order }) {
  const page = trackingPage(carrier, trackingNumber)
  if (trackingNumber) {
    return (
      <>
        {page && (
          <a href={page.url} target="_blank" rel="noopener noreferrer" className={buttonClass({})}>
            <Icon name="truck" />
            <span>
              Track Package<VisuallyHidden> at {carrier}, opens another site</VisuallyHidden>
            </span>
            <Icon name="external-link" size="s" />
          </a>
        )}
        {!page?.hasNumber && <CopyNumber number={trackingNumber} carrier={carrier} />}
      </>
    )
  }
  if (status === 'delivered') return null
  return (
    <>
      <Button type="button" disabled icon="truck" aria-describedby="no-parcel">
        Track Package
      </Button>
      <span id="no-parcel" className="text-sm">
        There is no tracking number yet.
      </span>
    </>
  )
}

/** The parcel's number, to paste into the carrier's page. */
function CopyNumber({ number, carrier }: { number: string; carrier: string | null }) {
  const canCopy = useHydrated()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(number)
    setCopied(true)
  }
  return (
    <p className="flex flex-wrap items-center gap-3">
      <span>
        {carrier ? `${carrier}, tracking number` : 'Tracking number'} <b className="numeric">{number}</b>
      </span>
      {canCopy && (
        <Button type="button" look="line" size="sm" icon="copy" onClick={() => void copy()}>
          Copy number
        </Button>
      )}
      <span role="status">{isCopied ? 'Tracking number copied' : ''}</span>
    </p>
  )
}
