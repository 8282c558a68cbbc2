import { data, redirect } from 'react-router'
import { saveAddressForm } from '#app/account/address-form.server.ts'
import { AddressPage } from '#app/account/address-page.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { chooseDefaultAddress, removeAddress } from '#shop/customers/saved-addresses.ts'
import { listAddresses } from '#shop/customers/users.read.ts'
import type { Route } from './+types/edit-address.ts'

export const handle: PageHandle = {
  title: 'Edit address',

  search: 'noindex',
  access: { at: '/profile/addresses/{nothing}', get: [200, 404, 404, 404], post: [401, 422, 422, 422] },
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, actor } = shopCtx(context)
  if (actor.kind === 'visitor') return null
  const address = (await listAddresses(db, actor.id)).find(({ id }) => id === params.id)
  if (!address) throw data(null, { status: 404 })
  const { id: _, isDefault, ...values } = address
  return { values: { ...values, addressLine2: values.addressLine2 ?? '' }, isDefault }
}

/** The buttons of the list send their intent; the form itself sends an address. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = shopCtx(context)
  const form = await formOf(request)
  switch (form.get('intent')) {
    case 'remove':
      return backToList(await removeAddress(ctx, params.id))
    case 'default':
      return backToList(await chooseDefaultAddress(ctx, params.id))
    default:
      return saveAddressForm(ctx, form, params.id)
  }
}

/** Redirects to the list, which asks signed-out visitors to sign in. */
function backToList(result: { ok: true } | { ok: false; reason: 'signed_out' | 'address_not_found' }) {
  if (!result.ok && result.reason === 'address_not_found') throw data(null, { status: 404 })
  return redirect('/profile#addresses', 303)
}

export default function EditAddress({ loaderData, actionData, params }: Route.ComponentProps) {
  if (loaderData) return <AddressPage saved={loaderData} prefill={{}} answer={actionData} />
  return (
    <SignInPrompt title="Edit address" returnTo={`/profile/addresses/${encodeURIComponent(params.id)}`}>
      Please sign in to change your addresses.
    </SignInPrompt>
  )
}
