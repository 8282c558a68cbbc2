import { Form } from 'react-router'
import { Unfolding } from '#app/kit/browser/unfolding.tsx'
import { Button } from '#app/kit/button.tsx'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import type { FormValues } from '#app/kit/form-fields.ts'
import { useSubmitting } from '#app/kit/use-submitting.ts'
import { CARRIERS, trackingPage } from '#shop/orders/carriers.ts'
import type { Order } from '#shop/orders/order.ts'

type TrackingFormProps = { order: Order; typed: FormValues | undefined }

/** The tracking number: required while there is none, then shown and open to correction. */
export function TrackingForm({ order, typed }: TrackingFormProps) {
  if (!order.trackingNumber) return <NumberForm order={order} typed={typed} />
  return (
    <>
      <Assigned order={order} />
      <Unfolding className="mt-3" open={typed?.trackingNumber !== undefined}>
        <summary className="link">Correct the number</summary>
        <div className="mt-3">
          <NumberForm order={order} typed={typed} />
        </div>
      </Unfolding>
    </>
  )
}

function NumberForm({ order, typed }: TrackingFormProps) {
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
        {carriers.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Tracking number"
        name="trackingNumber"
        defaultValue={typed?.trackingNumber ?? order.trackingNumber ?? ''}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        hint={hintFor(order)}
      />
      <Button look="line" busy={isSubmitting}>
        {isCorrection ? 'Save the correction' : 'Add tracking number'}
      </Button>
    </Form>
  )
}

function hintFor({ trackingNumber, status }: Order): string {
  if (trackingNumber === null) return 'Not assigned. Press Enter to save it.'
  return status === 'shipped'
    ? 'The customer gets the corrected number by email.'
    : 'The correction goes into the history.'
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
