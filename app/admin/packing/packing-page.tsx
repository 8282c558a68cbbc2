import { SHIPPED_COLUMNS, type TypedParcels } from '#app/admin/packing/packing-columns.tsx'
import { Desk, LISTS } from '#app/admin/packing/packing-desk.tsx'
import { UndoNotice } from '#app/admin/packing/undo-notice.tsx'
import { AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { type Confirmation, ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { deskPath, ORDERS, PACKING } from '#app/desk/paths.ts'
import { useIsOpen } from '#app/frame/use-root-data.ts'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { Table } from '#app/kit/table.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { formatNumber } from '#shop/kernel/number.ts'
import { counted } from '#shop/kernel/text.ts'
import {
  DESK_LISTS,
  type DeskList,
  type DeskParcel,
  type PackingStage,
  type UndoableAction,
} from '#shop/orders/packing.ts'

/** `lines` say for each order why it was not done; `actionId` undoes the others. */
export type DeskAnswer =
  | { ok: boolean; message: string | null; lines: string[]; actionId?: string | null; typed?: TypedParcels }
  | { confirmation: Confirmation; typed: TypedParcels }

export type PackingPageProps = {
  stage: DeskList
  counts: Record<PackingStage, { count: number }>
  parcels: DeskParcel[]
  /** The orders to which the desk is limited; none for all. */
  among: string[]
  undoable: UndoableAction | null
  /** '<undone>.<left as they are>' after an undo. */
  undone: string | null
  /** Orders placed before it are late. */
  lateBefore: Date
  /** What was given for the parcels of a shipment that was undone. */
  typed: TypedParcels
  answer: DeskAnswer | FormAnswer | undefined
}

/** The packing desk: the orders of a stage, all checked at first, and what is done with them. */
export function PackingPage(props: PackingPageProps) {
  const isOpen = useIsOpen()
  const { stage, counts, parcels, among, answer } = props
  const confirmation = answer && 'confirmation' in answer ? answer.confirmation : null
  const typed = { ...props.typed, ...(answer && 'typed' in answer && answer.typed) }
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
      {among.length > 0 && stage !== 'shipped' && (
        <p className="mb-3">
          Only the {counted(among.length, 'order')} you selected.{' '}
          <Link to={deskPath(stage)} className="link">
            Show all
          </Link>
        </p>
      )}
      {stage === 'shipped' && parcels.length > 0 ? (
        <Table
          dense
          caption="Orders: shipped today"
          columns={SHIPPED_COLUMNS}
          rows={parcels}
          rowKey={({ order }) => order.id}
        />
      ) : parcels.length === 0 || stage === 'shipped' ? (
        <EmptyList title={LISTS[stage].empty}>
          {isOpen(ORDERS) && (
            <Link to={ORDERS} className="link">
              All orders
            </Link>
          )}
        </EmptyList>
      ) : (
        <Desk key={stage} {...props} stage={stage} typed={typed} />
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
      {failed && 'lines' in failed ? <RefusedOrders {...failed} /> : <StatusNotice answer={failed} />}
      {undoable && <UndoNotice {...undoable} stage={stage} />}
      {actionId && !undoable && stage !== 'shipped' && (
        <UndoNotice id={actionId} kind={stage} orders={null} stage={stage} />
      )}
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

/** What could not be done, with a line for each order. */
function RefusedOrders({ message, lines }: { message: string | null; lines: string[] }) {
  return (
    <Banner tone="danger" className="mb-4" title={message ?? undefined}>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Banner>
  )
}

function Stages({ stage, counts, among }: Pick<PackingPageProps, 'stage' | 'counts' | 'among'>) {
  return (
    <nav aria-label="Stages" className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {DESK_LISTS.map((one) => (
          <li key={one}>
            <Link
              to={deskPath(one, among)}
              className="chip"
              aria-current={one === stage ? 'page' : undefined}
              preventScrollReset
            >
              {LISTS[one].name}{' '}
              {among.length === 0 && one !== 'shipped' && (
                <span className="chip-count">{formatNumber(counts[one].count)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
