import type { KeyboardEventHandler } from 'react'
import { RowCheckbox } from '#app/desk/list-keys.tsx'
import { PACKING } from '#app/desk/paths.ts'
import { OrderLink } from '#app/desk/staff-link.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { TextLink } from '#app/kit/link.tsx'
import { Badge } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { picksText } from '#shop/carts/mix.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'
import { type DeskParcel, type PackingStage, PRINT_AGAIN } from '#shop/orders/packing.ts'

export const DESK_FORM = 'desk'

export type TypedParcels = Record<string, { carrier: string; trackingNumber: string }>

type DeskColumns = {
  stage: PackingStage
  typed: TypedParcels
  lateBefore: Date
  isChecked: (id: string) => boolean
  onCheck: (id: string, isChecked: boolean) => void
  onEnter: KeyboardEventHandler<HTMLInputElement>
}

export function deskColumns(desk: DeskColumns): Column<DeskParcel>[] {
  const { stage, typed, lateBefore, isChecked, onCheck, onEnter } = desk
  return [
    column.pick('Select', ({ order }) => (
      <RowCheckbox
        form={DESK_FORM}
        name="order"
        value={`${order.id}:${order.version}`}
        aria-label={`Select order ${shortId(order.id)}`}
        checked={isChecked(order.id)}
        onChange={(event) => onCheck(order.id, event.currentTarget.checked)}
      />
    )),
    column.title('Order', (parcel) => <OrderCell parcel={parcel} lateBefore={lateBefore} />),
    column.text('To', ({ order }) => order.shippingAddress.fullName, {
      note: ({ order: { shippingAddress: to } }) => `${to.city} ${to.postalCode}`,
    }),
    ...(stage === 'ship' ? [] : [column.text('Items', ItemsCell)]),
    column.figure('Payment', PaymentCell),
    column.text('Printed', PrintsCell),
    ...(stage === 'pack' ? [CHECK_CONTENTS] : []),
    ...(stage === 'ship'
      ? [
          column.text('Carrier and number', (parcel: DeskParcel) => (
            <NumberCell order={parcel.order} typed={typed} onEnter={onEnter} />
          )),
        ]
      : []),
  ]
}

const CHECK_CONTENTS: Column<DeskParcel> = column.text(
  'Check',
  ({ order: { id } }) => (
    <TextLink to={`${PACKING}/${id}`}>
      Check contents<VisuallyHidden> of order {shortId(id)}</VisuallyHidden>
    </TextLink>
  ),
  { place: 'actions', align: 'end' },
)

function OrderCell({ parcel: { order }, lateBefore }: { parcel: DeskParcel; lateBefore: Date }) {
  return (
    <>
      <OrderLink id={order.id} />
      <span className="data-sub">{formatDay(order.createdAt)}</span>
      {order.createdAt < lateBefore && <Badge tone="danger">Late</Badge>}
    </>
  )
}

function ItemsCell({ items }: DeskParcel) {
  return (
    <ul>
      {items.map(({ id, quantity, name, tastemakers }) => (
        <li key={id}>
          {quantity} × {name || 'Unknown Product'}
          {tastemakers.length > 0 && <span className="data-sub">{picksText(tastemakers)}</span>}
        </li>
      ))}
    </ul>
  )
}

function PaymentCell({ isCash, collect }: DeskParcel) {
  if (!isCash) return 'Paid'
  return collect === null ? 'Cash' : `Collect ${formatAmount(collect)}`
}

function PrintsCell({ labelPrintedAt, slipPrintedAt, isLabelOutdated, packedAt }: DeskParcel) {
  const printed = [labelPrintedAt && 'Label', slipPrintedAt && 'Slip'].filter(Boolean).join(', ')
  if (!isLabelOutdated) return printed || 'Not yet'
  return (
    <span>
      {printed}
      <span className="block font-semibold text-danger">{PRINT_AGAIN}</span>
      {packedAt && <span className="data-sub">The parcel is packed: swap its label.</span>}
    </span>
  )
}

type NumberCellProps = Pick<DeskColumns, 'typed' | 'onEnter'> & Pick<DeskParcel, 'order'>

function NumberCell({ order, typed, onEnter }: NumberCellProps) {
  const { id } = order
  // The key replaces the field if another packer has stored a number.
  return (
    <span className="desk-number" key={`${order.carrier} ${order.trackingNumber}`}>
      <label>
        <VisuallyHidden>Carrier of order {shortId(id)}</VisuallyHidden>
        <input
          form={DESK_FORM}
          name={`carrier:${id}`}
          list="carriers"
          className="input"
          placeholder="Carrier"
          maxLength={100}
          defaultValue={typed[id]?.carrier ?? order.carrier ?? ''}
        />
      </label>
      <label>
        <VisuallyHidden>Tracking number of order {shortId(id)}</VisuallyHidden>
        <input
          form={DESK_FORM}
          name={`number:${id}`}
          className="input"
          placeholder="Tracking number"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          data-number
          onKeyDown={onEnter}
          defaultValue={typed[id]?.trackingNumber ?? order.trackingNumber ?? ''}
        />
      </label>
    </span>
  )
}

const NO_HANDLERS = { isChecked: () => false, onCheck: () => {}, onEnter: () => {} }

export const SHIPPED_COLUMNS: Column<DeskParcel>[] = [
  ...deskColumns({ stage: 'confirm', typed: {}, lateBefore: new Date(0), ...NO_HANDLERS }).slice(1),
  column.text('Carrier and number', ({ order: { carrier, trackingNumber } }) =>
    trackingNumber ? `${carrier ?? ''} ${trackingNumber}`.trim() : 'No number',
  ),
]
