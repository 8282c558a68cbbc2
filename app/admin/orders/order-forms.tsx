import { Form } from 'react-router'
import {
  RETURNED_HINT,
  RefundFields,
  type RefundFieldsProps,
  ReturnedFields,
} from '#app/admin/orders/decisions.tsx'
import { Disclosure } from '#app/kit/browser/disclosure.tsx'
import { Button } from '#app/kit/button.tsx'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { Options, SelectField, TextAreaField, TextField } from '#app/kit/fields.tsx'
import type { FormValues } from '#app/kit/form-fields.ts'
import { useSubmitting } from '#app/kit/use-submitting.ts'
import { CARRIERS, trackingPage } from '#shop/orders/carriers.ts'
import { type CancellationReason, isSent, ORDER_STATUSES, type Order } from '#shop/orders/order.ts'
import { type OrderRequest, REFUND_REASONS, STAFF_REFUND_REASONS } from '#shop/orders/request.ts'
import { ORDER_STATUS_NAMES } from '#shop/orders/tracker.ts'

type OrderFormProps = { order: Order; typed: FormValues | undefined }

/** `returned`: units that earlier refunds have returned, by the item's id. */
type ParcelProps = OrderFormProps & { returned: Record<string, number> }

export function StatusChange({ order, returned, typed }: ParcelProps) {
  const { isSubmitting, stopTwice } = useSubmitting('status')
  const statusValues = typed?.intent === 'status' ? typed : undefined
  return (
    <Form method="post" onSubmit={stopTwice} className="status-change flex flex-wrap items-end gap-2">
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="version" value={order.version} />
      <SelectField
        label="Order status"
        name="status"
        defaultValue={typed?.status ?? order.status}
        fieldClassName="min-w-[min(100%,9rem)] flex-1"
      >
        <Options values={ORDER_STATUSES} names={ORDER_STATUS_NAMES} />
      </SelectField>
      {isSent(order.status) && (
        <div className="when-cancelled w-full gap-3">
          <ReturnedFields {...{ order, returned, typed: statusValues }} hint={RETURNED_HINT} />
          {order.status === 'shipped' && (
            <Checkbox
              label="Returned to origin"
              hint="The courier could not deliver the parcel. The customer reads this in the email."
              name="reason"
              value={'returned_to_origin' satisfies CancellationReason}
              defaultChecked={statusValues?.reason !== undefined}
            />
          )}
        </div>
      )}
      <Button busy={isSubmitting}>Update status</Button>
    </Form>
  )
}

export function ReturnForm({ order, returned, typed }: ParcelProps) {
  const { isSubmitting, stopTwice } = useSubmitting('returned')
  return (
    <Form method="post" onSubmit={stopTwice} className="grid gap-3">
      <input type="hidden" name="intent" value="returned" />
      <input type="hidden" name="version" value={order.version} />
      <p>Some units of this order were shipped and have not come back.</p>
      <ReturnedFields
        {...{ order, returned, typed: typed?.intent === 'returned' ? typed : undefined }}
        hint={RETURNED_HINT}
      />
      <Button look="line" busy={isSubmitting}>
        Save what came back
      </Button>
    </Form>
  )
}

export function TrackingForm({ order, typed }: OrderFormProps) {
  const { carrier, trackingNumber } = order
  const form = <NumberForm order={order} typed={typed} />
  if (!trackingNumber) return form
  const page = trackingPage(carrier, trackingNumber)
  return (
    <>
      <p>
        <b className="numeric">{trackingNumber}</b>
        {carrier && `, ${carrier}`}{' '}
        {page && (
          <a href={page.url} target="_blank" rel="noopener noreferrer" className="link">
            Track
          </a>
        )}
      </p>
      <Disclosure className="mt-3" open={typed?.trackingNumber !== undefined}>
        <summary className="link">Correct the number</summary>
        <div className="mt-3">{form}</div>
      </Disclosure>
    </>
  )
}

function NumberForm({ order, typed }: OrderFormProps) {
  const { isSubmitting, stopTwice } = useSubmitting('tracking')
  const isCorrection = order.trackingNumber !== null
  const carrier = typed?.carrier ?? order.carrier ?? CARRIERS[0]
  // The API accepts any carrier's name.
  const carriers = [...new Set<string>([...CARRIERS, 'Other carrier', carrier])]
  return (
    <Form method="post" onSubmit={stopTwice} className="grid gap-3">
      <input type="hidden" name="intent" value="tracking" />
      <input type="hidden" name="version" value={order.version} />
      {isCorrection && <input type="hidden" name="isCorrection" value="yes" />}
      <SelectField label="Carrier" name="carrier" defaultValue={carrier}>
        <Options values={carriers} />
      </SelectField>
      <TextField
        label="Tracking number"
        name="trackingNumber"
        defaultValue={typed?.trackingNumber ?? order.trackingNumber ?? ''}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        hint={trackingHint(order)}
      />
      <Button look="line" busy={isSubmitting}>
        {isCorrection ? 'Save the correction' : 'Add tracking number'}
      </Button>
    </Form>
  )
}

function trackingHint({ trackingNumber, status }: Order): string {
  if (trackingNumber === null) return 'Not assigned. Press Enter to save it.'
  return status === 'shipped'
    ? 'The customer gets the corrected number by email.'
    : 'The correction goes into the history.'
}

/** Starts and decides a refund in one step. */
export function RefundForm({ requests, ...props }: RefundFieldsProps & { requests: OrderRequest[] }) {
  const typed = props.typed?.intent === 'start-refund' ? props.typed : undefined
  const { isSubmitting, stopTwice } = useSubmitting('start-refund')
  return (
    <Disclosure open={typed !== undefined}>
      <summary className="link">Refund this order</summary>
      <Form method="post" onSubmit={stopTwice} className="mt-3 grid gap-3">
        <input type="hidden" name="intent" value="start-refund" />
        <input
          type="hidden"
          name="previousId"
          value={requests.findLast(({ kind }) => kind === 'refund')?.id ?? ''}
        />
        <SelectField label="Reason" name="reason" defaultValue={typed?.reason ?? REFUND_REASONS[0]}>
          <Options values={REFUND_REASONS} names={STAFF_REFUND_REASONS} />
        </SelectField>
        <TextAreaField
          label="Details"
          name="details"
          optional
          maxLength={1000}
          defaultValue={typed?.details ?? ''}
          hint="The customer sees them in the order’s history."
        />
        <RefundFields {...props} typed={typed} problems={typed && props.problems} />
        <Button look="line" busy={isSubmitting}>
          Refund
        </Button>
      </Form>
    </Disclosure>
  )
}
