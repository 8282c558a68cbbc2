import { Form } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { TextAreaField, TextField } from '#app/kit/fields.tsx'
import type { FormValues, Problems } from '#app/kit/form-fields.ts'
import { useSubmitting } from '#app/kit/use-submitting.ts'
import { RequestPhotos } from '#app/orders/request-photos.tsx'
import { formatAmount, type Money, NO_MONEY, toRupees } from '#shop/kernel/money.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { isSent, type Order } from '#shop/orders/order.ts'
import {
  isStartedByShop,
  itemsText,
  type OrderRequest,
  replacementItems,
  requestName,
  requestText,
} from '#shop/orders/request.ts'
import type { RequestPhoto } from '#shop/orders/request-photo.ts'

type TypedValues = FormValues | undefined

export type RefundFieldsProps = {
  order: Order
  /** The maximum that can be refunded. */
  refundable: Money
  /** Units that earlier refunds have returned, by the item's id. */
  returned: Record<string, number>
  typed: TypedValues
  problems: Problems | undefined
}

type DecisionsProps = RefundFieldsProps & {
  requests: OrderRequest[]
  photos: RequestPhoto[]
  mayDecide: Readonly<Record<OrderRequest['kind'], boolean>>
}

export function Decisions({ requests, photos, mayDecide, ...props }: DecisionsProps) {
  const { order, typed, problems } = props
  const isStillOpen = requests.some(({ kind, status }) => kind === typed?.intent && status === 'open')
  const sections = requests.map((request) =>
    request.status === 'open' && mayDecide[request.kind] ? (
      <OpenRequest
        key={request.id}
        {...{ ...props, request, photos }}
        problems={request.kind === typed?.intent ? problems : undefined}
      />
    ) : (
      <Banner
        key={request.id}
        tone="info"
        live={false}
        className="mb-3"
        title={`${nameOf(request, order)} ${request.status}.`}
      >
        {[requestText(request, isStartedByShop(request, order.events)), request.answer]
          .filter(Boolean)
          .join(' Answer: ')}
        {request.replaced && ` Sent again: ${itemsText(replacementItems(order.items, request.replaced))}.`}
        <RequestPhotos orderId={order.id} requestId={request.id} photos={photos} />
      </Banner>
    ),
  )
  const isDecision = requests.some(({ kind }) => kind === typed?.intent)
  return (
    <>
      {sections}
      {typed && isDecision && !isStillOpen && <UnsavedDecision order={order} typed={typed} />}
    </>
  )
}

const DECISIONS: Record<string, string> = {
  approve: 'Approve',
  decline: 'Decline',
  replace: 'Send a replacement',
}

/** The typed values of a decision, if another admin decided first. */
function UnsavedDecision({ order, typed }: { order: Order; typed: FormValues }) {
  const units = order.items.flatMap(({ id, name }) =>
    Object.entries({ returned: 'returned', restocked: 'back in stock', replaced: 'sent again' }).flatMap(
      ([field, words]) => {
        const count = typed[`${field}:${id}`]
        return count && count !== '0' ? [`${name || 'Unknown Product'}: ${count} ${words}`] : []
      },
    ),
  )
  return (
    <section className="decision" aria-labelledby="unsaved-decision">
      <h2 id="unsaved-decision">What you entered was not saved</h2>
      <p>The request has been decided. You can copy from here.</p>
      {typed.decision && <p>Decision: {DECISIONS[typed.decision] ?? typed.decision}</p>}
      {units.length > 0 && <p>{units.join(', ')}</p>}
      {typed.amount && <TextField label="Amount to refund, in rupees" readOnly value={typed.amount} />}
      {typed.answer && <TextAreaField label="Answer to the customer" readOnly value={typed.answer} />}
    </section>
  )
}

function nameOf(request: OrderRequest, { events }: Order): string {
  if (isStartedByShop(request, events)) return 'Refund started by the shop'
  return `${requestName(request)} request`
}

type OpenRequestProps = RefundFieldsProps & { request: OrderRequest; photos: RequestPhoto[] }

function OpenRequest({ request, photos, ...props }: OpenRequestProps) {
  const { order, returned, typed } = props
  const { isSubmitting, stopTwice } = useSubmitting(request.kind)
  const isRefund = request.kind === 'refund'
  return (
    <section className="decision" aria-labelledby={request.id}>
      <h2 id={request.id}>{nameOf(request, order)} needs a decision</h2>
      <p>
        {requestText(request, isStartedByShop(request, order.events)) || 'The customer gave no reason.'} (
        {formatDayAndTime(request.requestedAt)})
      </p>
      <RequestPhotos orderId={order.id} requestId={request.id} photos={photos} />
      <Form method="post" onSubmit={stopTwice} className="grid gap-3">
        <input type="hidden" name="intent" value={request.kind} />
        {request.wish === 'replacement' && <ReplacementFields order={order} typed={typed} />}
        {isRefund ? (
          <RefundFields {...props} />
        ) : (
          isSent(order.status) && <ReturnedFields {...{ order, returned, typed }} hint={RETURNED_HINT} />
        )}
        <TextAreaField
          label="Answer to the customer"
          name="answer"
          hint={isRefund ? 'Needed if you decline.' : undefined}
          defaultValue={typed?.answer}
          maxLength={500}
        />
        <div className="flex flex-wrap gap-2">
          {request.wish === 'replacement' && (
            <Button name="decision" value="replace" busy={isSubmitting}>
              Send a replacement
            </Button>
          )}
          <Button
            name="decision"
            value="approve"
            look={request.wish === 'replacement' ? 'line' : 'solid'}
            busy={isSubmitting}
          >
            {isRefund ? 'Approve refund' : 'Approve and cancel the order'}
          </Button>
          <Button name="decision" value="decline" look="line" busy={isSubmitting}>
            Decline
          </Button>
        </div>
      </Form>
    </section>
  )
}

function ReplacementFields({ order, typed }: { order: Order; typed: TypedValues }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="field-label mb-1">Units of the replacement</legend>
      <p className="field-hint">
        These units, and the picks of mixes among them, are taken from stock. The packing slip and the email
        list them.
      </p>
      {order.items.map(({ id, name, quantity }) => (
        <UnitsField
          key={id}
          label={`${name || 'Unknown Product'} (of ${quantity})`}
          name={`replaced:${id}`}
          max={quantity}
          initial={quantity}
          typed={typed}
        />
      ))}
    </fieldset>
  )
}

export const RETURNED_HINT =
  'Leave 0 for what has not come back yet: you can enter it later. Returned units that can’t be sold again are written off.'

type ReturnedFieldsProps = Omit<RefundFieldsProps, 'refundable' | 'problems'> & { hint: string }

export function ReturnedFields({ order, returned, typed, hint }: ReturnedFieldsProps) {
  const items = order.items.map((item) => ({ ...item, quantity: item.quantity - (returned[item.id] ?? 0) }))
  return (
    <fieldset className="grid gap-2">
      <legend className="field-label mb-1">Returned items</legend>
      <p className="field-hint">{hint}</p>
      {items.map(({ id, name, quantity }) => (
        <fieldset key={id} className="grid gap-2 sm:grid-cols-2">
          <legend className="mb-1 font-semibold">{`${name || 'Unknown Product'} (of ${quantity})`}</legend>
          <UnitsField label="Returned" name={`returned:${id}`} max={quantity} typed={typed} />
          <UnitsField label="Of these, back in stock" name={`restocked:${id}`} max={quantity} typed={typed} />
        </fieldset>
      ))}
    </fieldset>
  )
}

/** Returns the values to fill in if the order has only one unit left to refund; none for other orders. */
function onlyUnitOf({ order, refundable, returned }: RefundFieldsProps): FormValues {
  const units = order.items.map(({ id, quantity }) => ({ id, left: quantity - (returned[id] ?? 0) }))
  const [only, ...others] = units.filter(({ left }) => left > 0)
  if (only?.left !== 1 || others.length > 0 || refundable <= NO_MONEY) return {}
  return { [`returned:${only.id}`]: '1', amount: toRupees(refundable).toFixed(2) }
}

export function RefundFields(props: RefundFieldsProps) {
  const { order, refundable, returned, problems } = props
  const typed = { ...onlyUnitOf(props), ...props.typed }
  return (
    <>
      <ReturnedFields
        {...{ order, returned, typed }}
        hint="The credit note names these lines, and the return rate counts their units. Only what can be sold again goes back into stock."
      />
      <TextField
        label="Amount to refund, in rupees"
        name="amount"
        inputMode="decimal"
        optional
        defaultValue={typed.amount}
        errors={problems?.amount ? [problems.amount] : null}
        hint={
          refundable > NO_MONEY
            ? `If you leave it empty, we refund what the units entered as returned above were sold for, tax included. If nothing comes back, enter an amount. At most ${formatAmount(refundable)}.`
            : 'There is nothing to refund: nothing was paid for this order, or everything was refunded.'
        }
      />
    </>
  )
}

type UnitsFieldProps = { label: string; name: string; max: number; initial?: number; typed: TypedValues }

function UnitsField({ label, name, max, initial = 0, typed }: UnitsFieldProps) {
  return (
    <TextField
      type="number"
      label={label}
      name={name}
      min={0}
      max={max}
      defaultValue={typed?.[name] ?? String(initial)}
    />
  )
}
