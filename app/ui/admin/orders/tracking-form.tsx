import { Form } from 'react-router'
import { useSubmitting } from '#app/ui/checkout/use-submitting.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { SelectField } from '#app/ui/kit/select-field.tsx'
import { TextField } from '#app/ui/kit/text-field.tsx'
import { CARRIERS, trackingPage } from '#shop/orders/carriers.ts'
import type { Order } from '#shop/orders/order.ts'

type TrackingFormProps = { order: Order; typed: Record<string, string> | undefined }

/** The parcel's number. It is asked for while none is assigned; Enter saves it. */
export function TrackingForm({ order, typed }: TrackingFormProps) {
  const { isSubmitting, stopTwice } = useSubmitting('tracking')
  if (order.trackingNumber) return <Assigned order={order} />
  return (
    <Form method="post" onSubmit={stopTwice} className="grid gap-3">
      <input type="hidden" name="intent" value="tracking" />
      <input type="hidden" name="version" value={order.version} />
      <SelectField
        label="Carrier"
        name="carrier"
        defaultValue={typed?.carrier ?? order.carrier ?? CARRIERS[0]}
      >
        {CARRIERS.map((carrier) => (
          <option key={carrier}>{carrier}</option>
        ))}
        <option value="Other carrier">Other carrier</option>
      </SelectField>
      <TextField
        label="Tracking number"
        name="trackingNumber"
        defaultValue={typed?.trackingNumber}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        hint="Not assigned. Press Enter to save it."
      />
      <Button look="line" busy={isSubmitting}>
        Add tracking number
      </Button>
    </Form>
  )
}

function Assigned({ order: { carrier, trackingNumber } }: { order: Order }) {
  const page = trackingPage(carrier, trackingNumber)
  return (
    <p>
      <b className="numeric">{trackingNumber}</b>
      {carrier && `, ${carrier}`}
      {page && (
        <>
          {' '}
          <a href={page.url} target="_blank" rel="noopener noreferrer" className="link">
            Track
          </a>
        </>
      )}
    </p>
  )
}
