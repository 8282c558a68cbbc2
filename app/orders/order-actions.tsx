import { Button } from '#app/kit/button.tsx'
import { ButtonLink } from '#app/kit/button-link.tsx'
import { buttonClass } from '#app/kit/button-look.ts'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import { CopyNumber } from '#app/orders/copy-number.tsx'
import { trackingPage } from '#shop/orders/carriers.ts'
import type { Order } from '#shop/orders/order.ts'
import { cancellationOf, type OrderRequest } from '#shop/orders/request.ts'

type Doings = { order: Order; requests: OrderRequest[]; isOwn: boolean }

/** Track Package, Cancel Order, Request Refund: what can be done in the order's state. */
export function OrderActions({ order, requests, isOwn }: Doings) {
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
