import { type KeyboardEvent, useLayoutEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { DESK_FORM, deskColumns, type TypedParcels } from '#app/admin/packing/packing-columns.tsx'
import { AdminTable } from '#app/desk/admin-page.tsx'
import { ORDERS, PACKING } from '#app/desk/paths.ts'
import { useCanOpen } from '#app/frame/use-root-data.ts'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button } from '#app/kit/button.tsx'
import { Options, TextField } from '#app/kit/fields.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { formatNumber } from '#shop/kernel/number.ts'
import { pluralize } from '#shop/kernel/text.ts'
import { CARRIERS } from '#shop/orders/carriers.ts'
import { COURIER_FORMATS, type CourierFormat } from '#shop/orders/courier-file.ts'
import { type DeskList, type DeskParcel, MAX_DESK_ORDERS, type PackingStage } from '#shop/orders/packing.ts'

export const LISTS: Record<DeskList, { name: string; verb: string; empty: string }> = {
  confirm: { name: 'To confirm', verb: 'Confirm', empty: 'No order waits to be confirmed' },
  pack: { name: 'To pack', verb: 'Mark as packed', empty: 'No order waits to be packed' },
  ship: { name: 'To ship', verb: 'Mark as shipped', empty: 'No parcel waits for the carrier' },
  shipped: { name: 'Shipped today', verb: '', empty: 'Nothing was shipped today yet' },
}

const ADDRESSES = `${PACKING}/addresses`

type DeskProps = {
  stage: PackingStage
  counts: Record<PackingStage, { count: number }>
  parcels: DeskParcel[]
  among: string[]
  /** Orders placed before this time are late. */
  lateBefore: Date
  typed: TypedParcels
}

/** The orders of a stage, all checked at first. Entered values are kept for orders that stay in the list. */
export function Desk({ stage, counts, parcels, among, lateBefore, typed }: DeskProps) {
  const [unchecked, setUnchecked] = useState<ReadonlySet<string>>(new Set())
  // Boxes unchecked before hydration are read for the first paint, so that their orders stay unchecked.
  useLayoutEffect(() => setUnchecked(uncheckedBoxes()), [])
  const onCheck = (id: string, isChecked: boolean) => {
    const next = new Set(unchecked)
    if (isChecked) next.delete(id)
    else next.add(id)
    setUnchecked(next)
  }
  const checked = parcels.filter(({ order }) => !unchecked.has(order.id)).length
  const onAll = (isChecked: boolean) =>
    setUnchecked(new Set(isChecked ? [] : parcels.map(({ order }) => order.id)))
  return (
    <>
      {among.length === 0 && counts[stage].count > parcels.length && (
        <p className="mb-2">
          Showing the oldest {formatNumber(MAX_DESK_ORDERS)} of {formatNumber(counts[stage].count)}.
        </p>
      )}
      <DeskBar stage={stage} checked={checked} of={parcels.length} onAll={onAll} />
      {stage === 'ship' && (
        <TextField
          form={DESK_FORM}
          name="carrier"
          label="Carrier of all parcels"
          hint="Rows below can name another one."
          list="carriers"
          maxLength={100}
          fieldClassName="mt-3 max-w-80"
        />
      )}
      <AdminTable
        caption={`Orders: ${LISTS[stage].name.toLowerCase()}`}
        columns={deskColumns({
          stage,
          typed,
          lateBefore,
          isChecked: (id) => !unchecked.has(id),
          onCheck,
          onEnter: focusNextNumber,
        })}
        rows={parcels}
        rowKey={({ order }) => order.id}
        selected={({ order }) => !unchecked.has(order.id)}
      />
      <datalist id="carriers">
        {CARRIERS.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

function uncheckedBoxes(): ReadonlySet<string> {
  const boxes = document.querySelectorAll<HTMLInputElement>(
    `input[form="${DESK_FORM}"][name="order"]:not(:checked)`,
  )
  return new Set([...boxes].map(({ value }) => value.split(':')[0] ?? ''))
}

/** Moves to the next row's number on Enter, which scanners also send; from the last row to the button. */
function focusNextNumber(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-number]')]
  const next = fields[fields.indexOf(event.currentTarget) + 1]
  if (next) next.focus()
  else document.querySelector<HTMLButtonElement>(`#${DESK_FORM} [data-act]`)?.focus()
}

type DeskBarProps = {
  stage: PackingStage
  checked: number
  of: number
  onAll: (isChecked: boolean) => void
}

function DeskBar({ stage, checked, of, onAll }: DeskBarProps) {
  const isHydrated = useHydrated()
  const isBusy = useNavigation().formMethod === 'POST'
  const canOpen = useCanOpen()
  return (
    <Form id={DESK_FORM} method="post" className="bulk-bar" aria-label="Checked orders" preventScrollReset>
      {isHydrated && (
        <label className="desk-all">
          <input
            type="checkbox"
            checked={checked === of}
            onChange={(event) => onAll(event.currentTarget.checked)}
          />
          All {pluralize(of, 'order')}
        </label>
      )}
      <span role="status">{isHydrated ? `${checked} of ${pluralize(of, 'order')}` : 'Checked orders'}</span>
      <input type="hidden" name="intent" value={stage} />
      {stage !== 'ship' && <PrintButton kind="pick-list">Pick list</PrintButton>}
      <PrintButton kind="packing-slips">Packing slips</PrintButton>
      {stage !== 'confirm' && (
        <>
          <PrintButton kind="labels">Labels, A4</PrintButton>
          <PrintButton kind="labels-4x6">Labels, 4×6″</PrintButton>
        </>
      )}
      {stage === 'ship' && canOpen(ADDRESSES) && (
        <>
          <label>
            <VisuallyHidden>Columns of the courier’s file</VisuallyHidden>
            <select name="format" className="input w-auto">
              <Options values={Object.keys(COURIER_FORMATS) as CourierFormat[]} names={COURIER_FORMATS} />
            </select>
          </label>
          <Button look="paper" formMethod="get" formAction={ADDRESSES} onClick={download}>
            Addresses, CSV
          </Button>
        </>
      )}
      <Button look="accent" busy={isBusy} data-act>
        {LISTS[stage].verb}
      </Button>
    </Form>
  )
}

function PrintButton({ kind, children }: { kind: string; children: string }) {
  return (
    <Button
      look="paper"
      formMethod="get"
      formAction={`${ORDERS}/print/${kind}`}
      formTarget="_blank"
      onClick={openInNewWindow}
    >
      {children}
    </Button>
  )
}

/** Opens the button's page in a new window. The router would ignore `formTarget` and open the page in this window. */
function openInNewWindow(event: ButtonEvent) {
  const address = addressOf(event)
  if (address) window.open(address, '_blank', 'noopener')
}

/** Downloads a file by the browser itself, because the router would expect a page. */
function download(event: ButtonEvent) {
  const address = addressOf(event)
  if (address) window.location.assign(address)
}

type ButtonEvent = { currentTarget: HTMLButtonElement; preventDefault(): void }

/** Returns the URL to which the button submits the checked orders by GET, and prevents that submission. */
function addressOf(event: ButtonEvent): string | null {
  const { form, formAction } = event.currentTarget
  if (!form) return null
  event.preventDefault()
  const fields = [...new FormData(form)].filter(([name]) => name === 'order' || name === 'format')
  const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
  return `${new URL(formAction).pathname}?${query}`
}
