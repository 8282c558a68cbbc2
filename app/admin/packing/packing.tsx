import { data, redirect } from 'react-router'
import { z } from 'zod'
import { deskAnswer, rowsIn } from '#app/admin/packing/desk-form.server.ts'
import { type DeskAnswer, PackingPage } from '#app/admin/packing/packing-page.tsx'
import { requireConfirmation } from '#app/desk/confirmation.server.ts'
import { deskPath } from '#app/desk/paths.ts'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordLook } from '#shop/audit/record-look.ts'
import { dayOf, startOf } from '#shop/kernel/day.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { counted } from '#shop/kernel/text.ts'
import { dispatchCutoff } from '#shop/orders/delivery-estimate.ts'
import { confirmOrders, packOrders, shipOrders } from '#shop/orders/pack-and-ship.ts'
import {
  countStages,
  findUndoable,
  listShipped,
  listStage,
  typedOfUndone,
} from '#shop/orders/packing.read.ts'
import {
  DESK_LISTS,
  deskParcel,
  MAX_DESK_ORDERS,
  PACKING_STAGES,
  type PackingStage,
  type ParcelNumber,
} from '#shop/orders/packing.ts'
import { undoDeskAction } from '#shop/orders/undo-desk-action.ts'
import type { Route } from './+types/packing.ts'

export const handle: PageHandle = {
  guard: 'packing',
  tab: { label: 'Pack and ship', icon: phoneIcons.package, group: 'more' },
  access: { get: 200, post: 422 },
}

export const shouldRevalidate = afterRefusal

/** The orders of `?stage=`, or those shipped today; without one of the first stage that has any. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now, config, actor } = ctx
  await recordLook(ctx, { entity: 'order', entityId: 'all', personId: null })
  const params = new URL(request.url).searchParams
  const counts = await countStages(db)
  const wanted = DESK_LISTS.find((list) => list === params.get('stage'))
  const stage = wanted ?? PACKING_STAGES.find((one) => counts[one].count > 0) ?? 'confirm'
  const action = params.get('done') ?? ''
  const among = chosenIn(params)
  const [parcels, undoable] = await Promise.all([
    stage === 'shipped'
      ? listShipped(db, startOf(dayOf(now)), MAX_DESK_ORDERS)
      : listStage(db, stage, MAX_DESK_ORDERS, among),
    isUuid(action) ? findUndoable(db, action, now) : null,
  ])
  const takenBack = params.get('action') ?? ''
  const typed = isUuid(takenBack)
    ? await typedOfUndone(db, takenBack, parcels)
    : new Map<string, ParcelNumber>()
  return {
    parcels: parcels.map((parcel) => deskParcel(parcel, may(actor, 'orders.list'))),
    ...{ stage, counts, undoable, among },
    typed: Object.fromEntries(
      [...typed].map(([id, { carrier, trackingNumber }]) => [
        id,
        { carrier: carrier ?? '', trackingNumber: trackingNumber ?? '' },
      ]),
    ),
    undone: params.get('undone'),
    lateBefore: dispatchCutoff(now, config.deliveryTimes.ships),
  }
}

/** The orders to which the address limits the desk; none for all. */
function chosenIn(params: URLSearchParams): string[] {
  const ids = params.getAll('order').map((value) => (value.split(':')[0] ?? '').toLowerCase())
  return [...new Set(ids.filter(isUuid))].slice(0, MAX_DESK_ORDERS)
}

/** The stage after an action: the next one when this one has no more orders. */
async function nextPath(ctx: StaffCtx, stage: PackingStage, among: string[], result: Record<string, string>) {
  const isDone = (await listStage(ctx.db, stage, 1, among)).length === 0
  const next = isDone ? (PACKING_STAGES[PACKING_STAGES.indexOf(stage) + 1] ?? stage) : stage
  return deskPath(next, among, result)
}

const SELECT_FIRST = 'Select at least one order first'

const forms = z.object({ intent: z.enum(['confirm', 'pack', 'ship', 'undo']), action: z.uuid().optional() })

/** Confirms, packs or ships the checked orders, or undoes that. Orders that were refused are named, the others are done. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  const sent = readFields(forms, form)
  if (!sent.ok) return invalid(sent)
  const { intent, action: actionId } = sent.value
  if (intent === 'undo') return undo(ctx, actionId ?? '', form, chosenIn(new URL(request.url).searchParams))
  const read = rowsIn(form)
  if (read.rows.length === 0) return invalid({ problems: { order: SELECT_FIRST }, values: {} })
  if (read.problems.length > 0 && intent === 'ship')
    return data<DeskAnswer>(
      { ok: false, message: 'Nothing was shipped.', lines: read.problems, typed: read.typed },
      { status: 422 },
    )
  const without = intent === 'ship' ? read.rows.filter(({ trackingNumber }) => !trackingNumber).length : 0
  const confirmation =
    without > 0
      ? requireConfirmation(form, {
          title: `Ship ${counted(without, 'order')} without a tracking number?`,
          lines: [
            'The customers can’t follow these parcels. You can add a number later; they get it by email.',
          ],
          confirm: 'Ship without a number',
        })
      : null
  if (confirmation) return data<DeskAnswer>({ confirmation, typed: read.typed })
  const act = { confirm: confirmOrders, pack: packOrders, ship: shipOrders }[intent]
  const acted = await act(ctx, read.rows)
  if (!acted.ok) return refusedBy(acted, form)
  if (acted.value.refused.length > 0)
    return data<DeskAnswer>(deskAnswer(intent, acted.value, read.typed), { status: 409 })
  const among = chosenIn(new URL(request.url).searchParams)
  return redirect(await nextPath(ctx, intent, among, { done: acted.value.actionId ?? '' }), 303)
}

async function undo(ctx: StaffCtx, actionId: string, form: FormData, among: string[]) {
  const undone = await undoDeskAction(ctx, actionId)
  if (!undone.ok) return refusedBy(undone, form)
  const { done, changed } = undone.value
  const stage = PACKING_STAGES.find((one) => one === form.get('stage')) ?? 'ship'
  // The rows' fields show again what the action had for them.
  return redirect(
    deskPath(stage, among, { undone: `${done.length}.${changed.length}`, action: actionId }),
    303,
  )
}

export default function Packing({ loaderData, actionData }: Route.ComponentProps) {
  return <PackingPage {...loaderData} answer={actionData} />
}
