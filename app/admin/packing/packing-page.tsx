import { type KeyboardEvent, useLayoutEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { AdminPage, StatusNotice } from '#app/admin/kit/admin-page.tsx'
import { type Confirmation, ConfirmationDialog } from '#app/admin/kit/confirmation.tsx'
import { DESK_FORM, deskColumns, type TypedParcels } from '#app/admin/packing/packing-columns.tsx'
import { UndoNotice } from '#app/admin/packing/undo-notice.tsx'
import { deskPath, ORDERS, PACKING } from '#app/admin/paths.ts'
import { useHydrated } from '#app/kit/browser-state.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { EmptyList } from '#app/kit/empty-state.tsx'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { Table } from '#app/kit/table.tsx'
import { formatNumber } from '#shop/kernel/number.ts'
import { counted } from '#shop/kernel/text.ts'
import { CARRIERS } from '#shop/orders/carriers.ts'
import {
  MAX_DESK_ORDERS,
  PACKING_STAGES,
  type PackingStage,
  type Parcel,
  type UndoableAction,
} from '#shop/orders/packing.ts'

/** `message` names each order that was not done; `actionId` undoes the others. */
export type DeskAnswer =
  | { ok: boolean; message: string | null; actionId?: string | null; typed?: TypedParcels }
  | { confirmation: Confirmation; typed: TypedParcels }

export type PackingPageProps = {
  stage: PackingStage
  counts: Record<PackingStage, { count: number }>
  parcels: Parcel[]
  /** The orders to which the desk is limited; none for all. */
  among: string[]
  undoable: UndoableAction | null
  /** '<undone>.<left as they are>' after an undo. */
  undone: string | null
  /** Orders placed before it are late. */
  lateBefore: Date
  answer: DeskAnswer | FormAnswer | undefined
}

const STAGES: Record<PackingStage, { name: string; verb: string; empty: string }> = {
  confirm: { name: 'To confirm', verb: 'Confirm', empty: 'No order waits to be confirmed' },
  pack: { name: 'To pack', verb: 'Mark as packed', empty: 'No order waits to be packed' },
  ship: { name: 'To ship', verb: 'Mark as shipped', empty: 'No parcel waits for the carrier' },
}

/** The packing desk: the orders of a stage, all checked at first, and what is done with them. */
export function PackingPage(props: PackingPageProps) {
  const { stage, counts, parcels, among, answer } = props
  const confirmation = answer && 'confirmation' in answer ? answer.confirmation : null
  const typed = (answer && 'typed' in answer && answer.typed) || {}
  return (
    <AdminPage
      actions={
        <ButtonLink to={`${PACKING}/tracking`} look="line" icon={moreIcons.upload}>
          Tracking numbers from a file
        </ButtonLink>
      }
    >
      <Notices {...props} />
      <ConfirmationDialog confirmation={confirmation} closeTo={deskPath(stage, among)} />
      <Stages stage={stage} counts={counts} among={among} />
      {among.length > 0 && (
        <p className="mb-3">
          Only the {counted(among.length, 'order')} you selected.{' '}
          <Link to={deskPath(stage)} className="link">
            Show all
          </Link>
        </p>
      )}
      {parcels.length === 0 ? (
        <EmptyList title={STAGES[stage].empty}>
          <Link to={ORDERS} className="link">
            All orders
          </Link>
        </EmptyList>
      ) : (
        <Desk
          key={`${stage} ${parcels.map(({ order }) => `${order.id}${order.version}`).join()}`}
          {...props}
          typed={typed}
        />
      )}
    </AdminPage>
  )
}

function Notices({ undoable, undone, answer, stage }: PackingPageProps) {
  const [back, left] = (undone ?? '').split('.').map(Number)
  const failed = answer && 'message' in answer ? answer : undefined
  const actionId = answer && 'actionId' in answer ? (answer.actionId ?? null) : null
  return (
    <>
      <StatusNotice answer={failed} />
      {undoable && <UndoNotice {...undoable} stage={stage} />}
      {actionId && !undoable && <UndoNotice id={actionId} kind={stage} orders={null} stage={stage} />}
      {undone && back !== undefined && (
        <StatusNotice
          answer={{
            ok: !left,
            message: `${counted(back, 'order')} put back.${left ? ` ${counted(left, 'order')} had changed since and stayed.` : ''}`,
          }}
        />
      )}
    </>
  )
}

function Stages({ stage, counts, among }: Pick<PackingPageProps, 'stage' | 'counts' | 'among'>) {
  return (
    <nav aria-label="Stages" className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {PACKING_STAGES.map((one) => (
          <li key={one}>
            <Link
              to={deskPath(one, among)}
              className="chip"
              aria-current={one === stage ? 'page' : undefined}
              preventScrollReset
            >
              {STAGES[one].name}{' '}
              {among.length === 0 && <span className="chip-count">{formatNumber(counts[one].count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Desk({
  stage,
  counts,
  parcels,
  among,
  lateBefore,
  typed,
}: PackingPageProps & { typed: TypedParcels }) {
  const [unchecked, setUnchecked] = useState<ReadonlySet<string>>(new Set())
  // Boxes unchecked before hydration are read before the first paint, so that no order is taken against the admin's will.
  useLayoutEffect(() => setUnchecked(uncheckedBoxes()), [])
  const onCheck = (id: string, isChecked: boolean) => {
    const next = new Set(unchecked)
    if (isChecked) next.delete(id)
    else next.add(id)
    setUnchecked(next)
  }
  const checked = parcels.length - unchecked.size
  return (
    <>
      {among.length === 0 && counts[stage].count > parcels.length && (
        <p className="mb-2">
          The oldest {formatNumber(MAX_DESK_ORDERS)} of {formatNumber(counts[stage].count)}.
        </p>
      )}
      <DeskBar stage={stage} checked={checked} of={parcels.length} />
      <Table
        dense
        caption={`Orders: ${STAGES[stage].name.toLowerCase()}`}
        columns={deskColumns({
          stage,
          typed,
          lateBefore,
          isChecked: (id) => !unchecked.has(id),
          onCheck,
          onEnter: toNextNumber,
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

/** The orders whose checkboxes are not checked. */
function uncheckedBoxes(): ReadonlySet<string> {
  const boxes = document.querySelectorAll<HTMLInputElement>(
    `input[form="${DESK_FORM}"][name="order"]:not(:checked)`,
  )
  return new Set([...boxes].map(({ value }) => value.split(':')[0] ?? ''))
}

/** Enter in a number goes to the next row's, as a scanner sends it; in the last one it goes to the button. */
function toNextNumber(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[data-number]')]
  const next = fields[fields.indexOf(event.currentTarget) + 1]
  if (next) next.focus()
  else document.querySelector<HTMLButtonElement>(`#${DESK_FORM} [data-act]`)?.focus()
}

/** What is done with the checked orders. */
function DeskBar({ stage, checked, of }: { stage: PackingStage; checked: number; of: number }) {
  const isHydrated = useHydrated()
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <Form id={DESK_FORM} method="post" className="bulk-bar" aria-label="Checked orders" preventScrollReset>
      <span role="status">{isHydrated ? `${checked} of ${counted(of, 'order')}` : 'Checked orders'}</span>
      <input type="hidden" name="intent" value={stage} />
      {stage !== 'ship' && <PrintButton kind="pick-list">Pick list</PrintButton>}
      <PrintButton kind="packing-slips">Packing slips</PrintButton>
      {stage !== 'confirm' && (
        <>
          <PrintButton kind="labels">Labels, A4</PrintButton>
          <PrintButton kind="labels-4x6">Labels, 4×6″</PrintButton>
        </>
      )}
      <Button look="accent" busy={isBusy} data-act>
        {STAGES[stage].verb}
      </Button>
    </Form>
  )
}

/** Opens the pages to print in their own window. */
function PrintButton({ kind, children }: { kind: string; children: string }) {
  return (
    <Button
      look="paper"
      formMethod="get"
      formAction={`${ORDERS}/print/${kind}`}
      formTarget="_blank"
      onClick={asDocument}
    >
      {children}
    </Button>
  )
}

/** The router would open the page in this window. */
function asDocument(event: { currentTarget: HTMLButtonElement; preventDefault(): void }) {
  const { form, formAction } = event.currentTarget
  if (!form) return
  event.preventDefault()
  const orders = new FormData(form).getAll('order').map((order) => ['order', String(order)])
  window.open(`${new URL(formAction).pathname}?${new URLSearchParams(orders)}`, '_blank', 'noopener')
}
