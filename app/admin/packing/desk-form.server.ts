import type { TypedParcels } from '#app/admin/packing/packing-columns.tsx'
import { DONE } from '#app/admin/packing/undo-notice.tsx'
import type { Confirmation } from '#app/desk/confirmation.tsx'
import { textOf } from '#app/kit/form-fields.ts'
import { isUuid, shortId } from '#shop/kernel/ids.ts'
import { pluralize } from '#shop/kernel/text.ts'
import { orderChangeInput } from '#shop/orders/input.ts'
import { type DeskActionKind, MAX_DESK_ORDERS } from '#shop/orders/packing.ts'
import type { DeskOutcome, ShippedOrder } from '#shop/orders/packing-desk.ts'
import { REFUSALS } from '#shop/refusals.ts'

/** `lines`: the reasons for refused orders. `actionId`: the action on the other orders, to undo it. */
export type DeskAnswer =
  | { ok: boolean; message: string | null; lines: string[]; actionId?: string | null; typed?: TypedParcels }
  | { confirmation: Confirmation; typed: TypedParcels }

export function readRows(form: FormData): { rows: ShippedOrder[]; problems: string[]; typed: TypedParcels } {
  const problems: string[] = []
  const rows = form.getAll('order').flatMap((value): ShippedOrder[] => {
    const [id = '', version = ''] = String(value).split(':')
    if (!isUuid(id) || !/^\d{1,9}$/.test(version)) return []
    const result = orderChangeInput
      .pick({ carrier: true, trackingNumber: true })
      .safeParse({ carrier: carrierIn(form, id), trackingNumber: textOf(form, `number:${id}`) })
    const issue = result.error?.issues[0]
    if (issue) {
      const field = issue.path[0] === 'carrier' ? 'carrier' : 'tracking number'
      problems.push(`${shortId(id)}, ${field}: ${issue.message}.`)
    }
    const { carrier = null, trackingNumber = null } = result.data ?? {}
    return [{ orderId: id.toLowerCase(), version: Number(version), carrier, trackingNumber }]
  })
  return { rows, problems, typed: readTyped(form) }
}

/** Returns the orders that a URL names, each as '<id>' or '<id>:<version>'. */
export function orderIdsIn(params: URLSearchParams): string[] {
  const ids = params.getAll('order').map((value) => (value.split(':')[0] ?? '').toLowerCase())
  return [...new Set(ids.filter(isUuid))].slice(0, MAX_DESK_ORDERS)
}

/** Returns the row's own carrier, otherwise the carrier chosen for all parcels. */
function carrierIn(form: FormData, id: string): string {
  return textOf(form, `carrier:${id}`).trim() || textOf(form, 'carrier')
}

function readTyped(form: FormData): TypedParcels {
  const ids = [...form.keys()].flatMap((name) => (name.startsWith('number:') ? [name.slice(7)] : []))
  const typedFor = (id: string) => ({
    ...{ carrier: carrierIn(form, id), trackingNumber: textOf(form, `number:${id}`) },
  })
  return Object.fromEntries(ids.map((id) => [id, typedFor(id)]))
}

export function answerRefusals(
  kind: DeskActionKind,
  { actionId, done, refused }: DeskOutcome,
  typed: TypedParcels,
): DeskAnswer {
  const lines = refused.map(({ orderId, reason }) => `${shortId(orderId)}: ${REFUSALS[reason].en}`)
  const successes = done.length > 0 ? ` ${pluralize(done.length, 'order')} ${DONE[kind]}.` : ''
  const message = `${pluralize(refused.length, 'order')} not ${DONE[kind]}.${successes}`
  return { ok: false, message, lines, actionId, typed }
}
