import { useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'
import { useHydrated } from '#app/kit/browser-state.ts'
import { Button, ButtonLink, buttonClass } from '#app/kit/button.tsx'
import { Dialog } from '#app/kit/dialog.tsx'
import { SelectField, TextAreaField } from '#app/kit/fields.tsx'
import { type FormAnswer, problemsOf } from '#app/kit/form-fields.ts'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { useForm } from '#app/kit/use-form.ts'
import { trackingPage } from '#shop/orders/carriers.ts'
import type { Order } from '#shop/orders/order.ts'
import { orderPath } from '#shop/orders/order-paths.ts'
import {
  cancellationOf,
  type OrderRequest,
  REFUND_REASON_NAMES,
  REFUND_REASONS,
} from '#shop/orders/request.ts'

type OrderActionsProps = { order: Order; requests: OrderRequest[]; isOwn: boolean }

/** Track Package, Cancel Order and Request Refund, as far as the order's status allows. */
export function OrderActions({ order, requests, isOwn }: OrderActionsProps) {
  const isWaiting = requests.some(({ status }) => status === 'open')
  const isGranted = requests.some(({ kind, status }) => kind === 'refund' && status === 'approved')
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      {order.status !== 'cancelled' && <TrackPackage order={order} />}
      {isOwn && cancellationOf(order.status) && !isWaiting && (
        <ButtonLink to={`${orderPath(order.id)}?ask=cancel`} look="line" preventScrollReset>
          Cancel Order
        </ButtonLink>
      )}
      {isOwn && order.status === 'delivered' && !isWaiting && !isGranted && (
        <ButtonLink to={`${orderPath(order.id)}?ask=refund`} look="line" preventScrollReset>
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

/** The tracking number with a button that copies it, for carriers whose page does not take it from a link. */
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

export type OrderDialog = 'cancel' | 'refund'

type OrderRequestFormProps = { order: Order; openDialog: OrderDialog; answer: FormAnswer<never> | undefined }

/** The browser checks the reason; this page does without the schema library. */
const check = () => ({})
const isOwn = (sent: FormData) => sent.has('details')

/** The dialog that cancels an order or requests a refund. It is open at the address `?ask=cancel` or `?ask=refund`. */
export function OrderRequestForm({ order, openDialog, answer }: OrderRequestFormProps) {
  const navigate = useNavigate()
  const refused = answer && !answer.ok ? answer : null
  const values = refused?.values ?? {}
  const { props, field, isBusy } = useForm({ check, isOwn, problems: problemsOf(answer), values })
  const path = orderPath(order.id)
  const isCancel = openDialog === 'cancel'
  const title = isCancel ? 'Cancel Order' : 'Request Refund'
  return (
    <Dialog open title={title} onClose={() => void navigate(path, { preventScrollReset: true })}>
      <Form {...props} method="post" action={`${path}?ask=${openDialog}`} className="grid gap-5">
        <input type="hidden" name="intent" value={openDialog} />
        {refused?.message && <Banner tone="danger">{refused.message}</Banner>}
        <p>{explanation(order, openDialog)}</p>
        {!isCancel && (
          <SelectField {...field('reason')} label="Reason" required>
            <option value="">Please choose</option>
            {REFUND_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {REFUND_REASON_NAMES[reason]}
              </option>
            ))}
          </SelectField>
        )}
        <TextAreaField
          {...field('details')}
          label={isCancel ? 'Why are you cancelling?' : 'What happened?'}
          optional
          maxLength={isCancel ? 500 : 1000}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={path} look="line" preventScrollReset>
            {isCancel ? 'Keep the order' : 'Back'}
          </ButtonLink>
          <Button busy={isBusy}>{title}</Button>
        </div>
      </Form>
    </Dialog>
  )
}

function explanation({ status, paymentStatus }: Order, openDialog: OrderDialog): string {
  if (openDialog === 'refund') return 'We’ll reply within 48 hours, here and by email.'
  if (cancellationOf(status) !== 'at_once') {
    return 'It’s already on its way. We’ll try to stop it and let you know here and by email.'
  }
  return paymentStatus === 'paid'
    ? 'We’ll cancel the order right away and refund you the way you paid.'
    : 'The order is cancelled right away. You haven’t paid yet, so there’s nothing to refund.'
}
