import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { AddressFields } from '#app/account/address-fields.tsx'
import { AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConflictPanel, type RecordConflict } from '#app/desk/conflict-panel.tsx'
import { ORDERS } from '#app/desk/paths.ts'
import { UnsavedGuard } from '#app/desk/unsaved-guard.tsx'
import { Button } from '#app/kit/button.tsx'
import { type FormAnswer, problemsOf, readFields, typedValues } from '#app/kit/form-fields.ts'
import { checkBySchema, useForm } from '#app/kit/use-form.ts'
import { formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { orNotFound, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import type { Db } from '#shop/ctx.ts'
import type { ShippingAddress } from '#shop/customers/address.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { isUuid, shortId } from '#shop/kernel/ids.ts'
import { changesOfOrder, invoicedState } from '#shop/orders/admin-order.read.ts'
import { correctAddress } from '#shop/orders/correct-address.ts'
import { editProblem, type Order } from '#shop/orders/order.ts'
import { lastChange } from '#shop/orders/order-history.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/address.ts'

export const handle: PageHandle = {
  guard: 'orders.change',
  title: 'Correct the address',
  access: { at: '/admin/dashboard/orders/{order}/address', get: 200, post: 422 },
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db } = ctx
  const order = orNotFound(await findOrder(db, params.id))
  await recordView(ctx, { entity: 'order', entityId: order.id, personId: order.userId })
  const { id, version } = order
  const problem = editProblem(order)
  return {
    ...{ id, version, values: valuesOf(order.shippingAddress), shown: addressJson(order) },
    problem: problem && REFUSALS[problem].en,
    invoiced: await invoicedState(db, id),
  }
}

function valuesOf({ addressLine2, ...address }: ShippingAddress) {
  return { ...address, addressLine2: addressLine2 ?? '' }
}

/** Returns the address as JSON, to find out later whether it has changed. */
const addressJson = ({ shippingAddress }: Order) => JSON.stringify(valuesOf(shippingAddress))

const versionForm = z.object({
  version: z.coerce.number('Please reload the page').int().positive(),
  shown: z.string().max(4000).optional(),
})

export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const orderId = params.id.toLowerCase()
  if (!isUuid(orderId)) throw data(null, { status: 404 })
  const form = await formOf(request)
  const [fields, seen] = [readFields(shippingAddressInput, form), readFields(versionForm, form)]
  if (!fields.ok) return invalid(fields)
  if (!seen.ok) return invalid(seen)
  const { version, shown: displayed } = seen.value
  const address = fields.value
  let corrected = await correctAddress(ctx, { orderId, version, address })
  if (!corrected.ok && corrected.reason === 'edit_conflict') {
    // If only other parts of the order have changed, repeats the correction with the new version.
    const current = await findOrder(ctx.db, orderId)
    if (current && addressJson(current) === displayed)
      corrected = await correctAddress(ctx, { orderId, version: current.version, address })
  }
  if (corrected.ok)
    return redirect(
      `${ORDERS}/${orderId}?done=${corrected.value.isChanged ? 'address' : 'address-same'}`,
      303,
    )
  const order = corrected.reason === 'edit_conflict' ? await findOrder(ctx.db, orderId) : null
  if (!order || editProblem(order)) return refusedBy(corrected, form)
  const conflict = await conflictWith(ctx.db, order, fields.value)
  const values = { ...typedValues(form), version: String(order.version), shown: addressJson(order) }
  return data({ ok: false as const, message: null, problems: {}, values, conflict }, { status: 409 })
}

const LABELS: Record<keyof ShippingAddress, string> = {
  fullName: 'Full name',
  phone: 'Phone',
  addressLine1: 'Address line 1',
  addressLine2: 'Address line 2',
  postalCode: 'PIN code',
  city: 'City',
  state: 'State',
}

async function conflictWith(db: Db, order: Order, typed: ShippingAddress): Promise<RecordConflict> {
  const last = lastChange(await changesOfOrder(db, order.id))
  const [theirs, yours] = [valuesOf(order.shippingAddress), valuesOf(typed)]
  return {
    recordKind: 'order',
    by: last?.actorName ?? 'Somebody else',
    at: last?.createdAt ?? order.createdAt,
    rows: Object.entries(LABELS).flatMap(([name, label]) => {
      const key = name as keyof ShippingAddress
      return theirs[key] === yours[key] ? [] : [{ label, theirs: theirs[key], yours: yours[key] }]
    }),
    reloadTo: `${ORDERS}/${order.id}/address`,
  }
}

export default function CorrectAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { id, problem } = loaderData
  const answer: FormAnswer | undefined = actionData
  const refused = answer && !answer.ok ? answer : null
  const conflict = actionData && 'conflict' in actionData ? actionData.conflict : null
  return (
    <AdminPage title={`Address of order ${shortId(id)}`} back={{ to: `${ORDERS}/${id}`, label: 'Order' }}>
      {conflict ? (
        <ConflictPanel conflict={conflict} />
      ) : (
        <StatusNotice answer={refused?.message ? refused : undefined} />
      )}
      {problem ? (
        <p className="max-w-read">{problem}</p>
      ) : (
        <AddressForm {...loaderData} answer={answer} isConflict={conflict !== null} />
      )}
    </AdminPage>
  )
}

const check = checkBySchema(shippingAddressInput)

type AddressFormProps = Pick<
  Route.ComponentProps['loaderData'],
  'version' | 'shown' | 'values' | 'invoiced'
> & {
  answer: FormAnswer | undefined
  isConflict: boolean
}

function AddressForm({ version, shown: displayed, values, invoiced, answer, isConflict }: AddressFormProps) {
  const refused = answer && !answer.ok ? answer : null
  const { props, field, isBusy } = useForm({
    check,
    isOwn: (form) => form.has('postalCode'),
    problems: problemsOf(answer),
    values: refused?.values ?? values,
  })
  return (
    <>
      <p className="mb-5 max-w-read text-ink-soft">
        Only this order changes, not the addresses that the customer saved. The customer gets an email.
        {invoiced && ` The invoice names ${invoiced}, so the address has to stay in that state.`}
      </p>
      <Form {...props} method="post" noValidate className="grid max-w-form gap-6">
        <UnsavedGuard form={props.id} isRefused={refused !== null} />
        {/* Without scripts a refusal renders the page again, but the form must keep the version with which it was
           opened. */}
        <input type="hidden" name="version" value={refused?.values.version ?? version} />
        <input type="hidden" name="shown" value={refused?.values.shown ?? displayed} />
        <AddressFields field={field} {...(invoiced && { states: [invoiced] })} />
        <Button busy={isBusy}>{isConflict ? 'Overwrite with mine' : 'Save the address'}</Button>
      </Form>
    </>
  )
}
