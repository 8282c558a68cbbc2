import { data, redirect } from 'react-router'
import { z } from 'zod'
import { answerRefusals, type DeskAnswer, orderIdsIn, readRows } from '#app/admin/packing/desk-form.server.ts'
import { SHIPPED_COLUMNS, type TypedParcels } from '#app/admin/packing/packing-columns.tsx'
import { Desk, LISTS } from '#app/admin/packing/packing-desk.tsx'
import { UndoNotice } from '#app/admin/packing/undo-notice.tsx'
import { AdminPage, AdminTable, StatusNotice } from '#app/desk/admin-page.tsx'
import { requireConfirmation } from '#app/desk/confirmation.server.ts'
import { ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { deskPath, ORDERS, PACKING } from '#app/desk/paths.ts'
import { useCanOpen } from '#app/frame/use-root-data.ts'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import { Link, TextLink } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { dayOf, startOf } from '#shop/kernel/day.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { may } from '#shop/kernel/permissions.ts'
import { pluralize } from '#shop/kernel/text.ts'
import { dispatchCutoff } from '#shop/orders/delivery-estimate.ts'
import {
  countShipped,
  countStages,
  findUndoable,
  findUndoneNumbers,
  listShipped,
  listStage,
} from '#shop/orders/packing.read.ts'
import {
  DESK_LISTS,
  deskParcel,
  MAX_DESK_ORDERS,
  PACKING_STAGES,
  type PackingStage,
} from '#shop/orders/packing.ts'
import { confirmOrders, packOrders, shipOrders, undoDeskAction } from '#shop/orders/packing-desk.ts'
import type { Route } from './+types/packing.ts'

export const handle: PageHandle = {
  guard: 'packing',
  tab: { label: 'Pack and ship', icon: 'truck', group: 'Sell' },
  access: { get: 200, post: 422 },
}

export const shouldRevalidate = afterRefusal

/** Loads the orders of `?stage=` (shipped: those of today). Default: the first stage that has orders. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now, config, actor } = ctx
  await recordView(ctx, { entity: 'order', entityId: 'all', personId: null })
  const params = new URL(request.url).searchParams
  const today = startOf(dayOf(now))
  const [stages, shipped] = await Promise.all([countStages(db), countShipped(db, today)])
  const counts = { ...stages, shipped: { count: shipped } }
  const requested = DESK_LISTS.find((list) => list === params.get('stage'))
  const stage = requested ?? PACKING_STAGES.find((name) => counts[name].count > 0) ?? 'confirm'
  const action = params.get('done') ?? ''
  const among = orderIdsIn(params)
  const [parcels, undoable] = await Promise.all([
    stage === 'shipped'
      ? listShipped(db, today, MAX_DESK_ORDERS)
      : listStage(db, stage, MAX_DESK_ORDERS, among),
    isUuid(action) ? findUndoable(db, action, now) : null,
  ])
  const undoneAction = params.get('action') ?? ''
  const typed: TypedParcels = isUuid(undoneAction) ? await findUndoneNumbers(db, undoneAction, parcels) : {}
  return {
    parcels: parcels.map((parcel) => deskParcel(parcel, may(actor, 'orders.list'))),
    ...{ stage, counts, undoable, among, typed },
    undone: params.get('undone'),
    lateBefore: dispatchCutoff(now, config.deliveryTimes.ships),
  }
}

/** Returns the path after an action. If this stage is empty, it is the path of the next stage. */
async function nextPath(ctx: StaffCtx, stage: PackingStage, among: string[], result: Record<string, string>) {
  const isDone = (await listStage(ctx.db, stage, 1, among)).length === 0
  const next = isDone ? (PACKING_STAGES[PACKING_STAGES.indexOf(stage) + 1] ?? stage) : stage
  return deskPath(next, among, result)
}

const SELECT_FIRST = 'Select at least one order first'

const forms = z.object({ intent: z.enum(['confirm', 'pack', 'ship', 'undo']), action: z.uuid().optional() })

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, forms)
  if (!fields.ok) return invalid(fields)
  const { intent, action: actionId } = fields.value
  if (intent === 'undo') return undo(ctx, actionId ?? '', form, orderIdsIn(new URL(request.url).searchParams))
  const input = readRows(form)
  if (input.rows.length === 0) return invalid({ problems: { order: SELECT_FIRST }, values: {} })
  if (input.problems.length > 0 && intent === 'ship')
    return data<DeskAnswer>(
      { ok: false, message: 'Nothing was shipped.', lines: input.problems, typed: input.typed },
      { status: 422 },
    )
  const missing = intent === 'ship' ? input.rows.filter(({ trackingNumber }) => !trackingNumber).length : 0
  const confirmation =
    missing > 0
      ? requireConfirmation(form, {
          title: `Ship ${pluralize(missing, 'order')} without a tracking number?`,
          lines: [
            'The customers can’t follow these parcels. You can add a number later; they get it by email.',
          ],
          confirm: 'Ship without a number',
        })
      : null
  if (confirmation) return data<DeskAnswer>({ confirmation, typed: input.typed })
  const act = { confirm: confirmOrders, pack: packOrders, ship: shipOrders }[intent]
  const result = await act(ctx, input.rows)
  if (!result.ok) return refusedBy(result, form)
  if (result.value.refused.length > 0)
    return data<DeskAnswer>(answerRefusals(intent, result.value, input.typed), { status: 409 })
  const among = orderIdsIn(new URL(request.url).searchParams)
  return redirect(await nextPath(ctx, intent, among, { done: result.value.actionId ?? '' }), 303)
}

async function undo(ctx: StaffCtx, actionId: string, form: FormData, among: string[]) {
  const undone = await undoDeskAction(ctx, actionId)
  if (!undone.ok) return refusedBy(undone, form)
  const { done, changed } = undone.value
  const stage = PACKING_STAGES.find((name) => name === form.get('stage')) ?? 'ship'
  // Fills the rows' fields with the values of the undone action again.
  const result = { undone: `${done.length}.${changed.length}`, action: actionId }
  return redirect(deskPath(stage, among, result), 303)
}

type PackingData = Route.ComponentProps['loaderData']

export default function PackingPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const canOpen = useCanOpen()
  const { stage, counts, parcels, among } = loaderData
  const confirmation = answer && 'confirmation' in answer ? answer.confirmation : null
  const typed = { ...loaderData.typed, ...(answer && 'typed' in answer && answer.typed) }
  return (
    <AdminPage
      actions={
        <ButtonLink to={`${PACKING}/tracking`} look="line" icon={moreIcons.upload}>
          Tracking numbers from a file
        </ButtonLink>
      }
    >
      <Notices {...loaderData} answer={answer} />
      <ConfirmationDialog confirmation={confirmation} closeTo={deskPath(stage, among)} />
      <Stages stage={stage} counts={counts} among={among} />
      {among.length > 0 && stage !== 'shipped' && (
        <p className="mb-3">
          Only the {pluralize(among.length, 'order')} you selected.{' '}
          <TextLink to={deskPath(stage)}>Show all</TextLink>
        </p>
      )}
      {stage === 'shipped' && parcels.length > 0 ? (
        <AdminTable caption="Orders: shipped today" columns={SHIPPED_COLUMNS} rows={parcels} />
      ) : parcels.length === 0 || stage === 'shipped' ? (
        <EmptyList title={LISTS[stage].empty}>
          {canOpen(ORDERS) && <TextLink to={ORDERS}>All orders</TextLink>}
        </EmptyList>
      ) : (
        <Desk key={stage} {...loaderData} stage={stage} typed={typed} />
      )}
    </AdminPage>
  )
}

type NoticesProps = Pick<PackingData, 'undoable' | 'undone' | 'stage'> & {
  answer: DeskAnswer | FormAnswer | undefined
}

function Notices({ undoable, undone, answer, stage }: NoticesProps) {
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
            message: `${pluralize(back, 'order')} put back.${left ? ` ${pluralize(left, 'order')} had changed meanwhile and stayed.` : ''}`,
          }}
        />
      )}
    </>
  )
}

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

function Stages({ stage, counts, among }: Pick<PackingData, 'stage' | 'counts' | 'among'>) {
  return (
    <nav aria-label="Stages" className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {DESK_LISTS.map((list) => (
          <li key={list}>
            <Link
              to={deskPath(list, among)}
              className="chip"
              aria-current={list === stage ? 'page' : undefined}
              preventScrollReset
            >
              {LISTS[list].name}{' '}
              {(among.length === 0 || list === 'shipped') && (
                <span className="chip-count">{formatNumber(counts[list].count)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
