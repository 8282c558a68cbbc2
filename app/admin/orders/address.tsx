import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { AddressFields } from '#app/account/address-fields.tsx'
import { AdminPage, StatusNotice } from '#app/admin/kit/admin-page.tsx'
import { ORDERS } from '#app/admin/paths.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { type FormAnswer, problemsOf, readFields } from '#app/kit/form-fields.ts'
import { checkBySchema, useForm } from '#app/kit/use-form.ts'
import { formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { isUuid, shortId } from '#shop/kernel/ids.ts'
import { correctAddress } from '#shop/orders/correct-address.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import type { Route } from './+types/address.ts'

export const handle: PageHandle = {
  title: 'Correct the address',
  access: { at: '/admin/dashboard/orders/{order}/address', get: 200, post: 422 },
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(adminContext)
  const order = await findOrder(db, params.id)
  if (!order) throw data(null, { status: 404 })
  const { shippingAddress: address, id, version } = order
  return { id, version, values: { ...address, addressLine2: address.addressLine2 ?? '' } }
}

const seenVersion = z.object({ version: z.coerce.number('Please reload the page').int().positive() })

/** Corrects the address of an order that is not shipped. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const orderId = params.id.toLowerCase()
  if (!isUuid(orderId)) throw data(null, { status: 404 })
  const form = await formOf(request)
  const [sent, seen] = [readFields(shippingAddressInput, form), readFields(seenVersion, form)]
  if (!sent.ok) return invalid(sent)
  if (!seen.ok) return invalid(seen)
  const corrected = await correctAddress(ctx, { orderId, ...seen.value, address: sent.value })
  return corrected.ok ? redirect(`${ORDERS}/${orderId}?done=address`, 303) : refusedBy(corrected, form)
}

const check = checkBySchema(shippingAddressInput)

export default function CorrectAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { id, version, values } = loaderData
  const answer: FormAnswer | undefined = actionData
  const refused = answer && !answer.ok ? answer : null
  const { props, field, isBusy } = useForm({
    check,
    isOwn: (sent) => sent.has('postalCode'),
    problems: problemsOf(answer),
    values: refused?.values ?? values,
  })
  return (
    <AdminPage
      title={`Address of order ${shortId(id)}`}
      actions={
        <ButtonLink to={`${ORDERS}/${id}`} look="line" icon="arrow-left">
          Order
        </ButtonLink>
      }
    >
      <StatusNotice answer={refused?.message ? refused : undefined} />
      <p className="mb-5 max-w-read text-ink-soft">
        Only this order changes, not the addresses that the customer saved. The customer gets an email.
      </p>
      <Form {...props} method="post" noValidate className="grid max-w-form gap-6">
        <input type="hidden" name="version" value={version} />
        <AddressFields field={field} />
        <Button busy={isBusy}>Save the address</Button>
      </Form>
    </AdminPage>
  )
}
