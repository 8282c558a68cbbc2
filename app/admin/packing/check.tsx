import { data, redirect } from 'react-router'
import { z } from 'zod'
import { CheckPage } from '#app/admin/packing/check-page.tsx'
import { PACKING } from '#app/desk/paths.ts'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { cleanText, isStorable } from '#shop/kernel/text.ts'
import { unpaidWords } from '#shop/orders/order.ts'
import { packOrders } from '#shop/orders/pack-and-ship.ts'
import { findParcels, findUndoable, listStage, shelvesOf } from '#shop/orders/packing.read.ts'
import { parcelUnits, stageOf } from '#shop/orders/packing.ts'
import type { Route } from './+types/check.ts'

export const handle: PageHandle = {
  guard: 'packing',
  title: null,
  access: { at: '/admin/dashboard/packing/{order}', get: 200, post: 422 },
}

export const shouldRevalidate = afterRefusal

/** What goes into the order's parcel, with shelves and the codes that a scanner may read. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(staffContext)
  const done = new URL(request.url).searchParams.get('done') ?? ''
  const [parcel] = isUuid(params.id) ? await findParcels(db, [params.id.toLowerCase()]) : []
  if (!parcel) throw data(null, { status: 404 })
  const units = parcelUnits(parcel.items)
  const ids = units.flatMap(({ productId }) => (productId ? [productId] : []))
  const [shelves, undoable] = await Promise.all([
    shelvesOf(db, ids),
    isUuid(done) ? findUndoable(db, done, now) : null,
  ])
  const { order, packedAt, isStopped } = parcel
  return {
    order: { id: order.id, version: order.version },
    undoable,
    units: units.map((one) => ({
      ...one,
      ...(shelves.get(one.productId ?? '') ?? { shelf: '', codes: [] }),
    })),
    stage: stageOf({ ...order, isPacked: packedAt !== null, isStopped }),
    unpaid: unpaidWords(order, null, now),
  }
}

const packForm = z.object({
  version: z.coerce.number('Please reload the page').int().positive(),
  note: z
    .string()
    .overwrite(cleanText)
    .max(200, 'Please keep this under 200 characters')
    .refine(isStorable)
    .default(''),
})

/** Packs the order once everything is checked, or with a reason; then comes the next order of the stage. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  const sent = readFields(packForm, form)
  if (!sent.ok) return invalid(sent)
  const [parcel] = isUuid(params.id) ? await findParcels(ctx.db, [params.id.toLowerCase()]) : []
  if (!parcel) throw data(null, { status: 404 })
  const checked = new Set(form.getAll('checked').map(String))
  const left = parcelUnits(parcel.items).filter(({ key }) => !checked.has(key))
  const { version, note } = sent.value
  if (left.length > 0 && note === '') {
    const names = left.map(({ units, name }) => `${units} × ${name}`).join(', ')
    return invalid({
      problems: { note: `Not checked yet: ${names}` },
      values: { note, checked: [...checked].join(' ') },
    })
  }
  const orderId = parcel.order.id
  const packed = await packOrders(ctx, [{ orderId, version, note: left.length > 0 ? note : null }])
  if (!packed.ok) return refusedBy(packed, form)
  const [problem] = packed.value.refused
  if (problem) return refusedBy(problem, form)
  const [next] = await listStage(ctx.db, 'pack', 1)
  const done = `done=${packed.value.actionId}`
  return redirect(next ? `${PACKING}/${next.order.id}?${done}` : `${PACKING}?stage=pack&${done}`, 303)
}

export default function Check({ loaderData, actionData }: Route.ComponentProps) {
  return <CheckPage key={loaderData.order.id} {...loaderData} answer={actionData} />
}
