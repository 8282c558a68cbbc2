import { data, redirect } from 'react-router'
import { readUndo, saveAddressForm, toAddressList, undoCookie } from '#app/account/address-form.server.ts'
import { AddressPage } from '#app/account/address-page.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { textOf } from '#app/kit/form-fields.ts'
import { shopCtx } from '#app/request/context.server.ts'
import { readCookie } from '#app/request/cookies.server.ts'
import { formOf } from '#app/request/form.server.ts'
import { orNotFound } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Ctx } from '#shop/ctx.ts'
import { chooseDefaultAddress, removeAddress, saveAddress } from '#shop/customers/saved-addresses.ts'
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
  const address = orNotFound((await listAddresses(db, actor.id)).find(({ id }) => id === params.id))
  const { id: _, isDefault, ...values } = address
  const saved = { values: { ...values, addressLine2: values.addressLine2 ?? '' }, isDefault }
  return { email: actor.email, saved }
}

/** A button of the list sends its intent; the form itself sends an address. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = shopCtx(context)
  const form = await formOf(request)
  switch (form.get('intent')) {
    case 'remove':
      return remove(request, ctx, params.id)
    case 'restore':
      return restore(request, ctx, textOf(form, 'removed'))
    case 'default':
      return refusalResponse(await chooseDefaultAddress(ctx, params.id)) ?? toAddressList(request, 'default')
    default:
      return saveAddressForm(request, ctx, form, params.id)
  }
}

async function remove(request: Request, ctx: Ctx, id: string) {
  const { actor, db } = ctx
  const address =
    actor.kind === 'person' ? (await listAddresses(db, actor.id)).filter((address) => address.id === id) : []
  const refusal = refusalResponse(await removeAddress(ctx, id))
  if (refusal) return refusal
  const removed = readUndo(readCookie(request, 'address_undo'), ctx)
  return toAddressList(request, 'removed', undoCookie(request, ctx, [...removed, ...address]))
}

/** Saves removed addresses again. */
async function restore(request: Request, ctx: Ctx, sealed: string) {
  // Saves the last removed address first. If several were the default, one after the other, the one removed first is
  // saved last and becomes the default again.
  for (const { isDefault, ...address } of readUndo(sealed, ctx).toReversed()) {
    const saved = await saveAddress(ctx, { id: null, address, makeDefault: isDefault })
    if (!saved.ok) return redirect('/profile#addresses', 303)
  }
  return toAddressList(request, 'restored')
}

/** Answers a refusal. Redirects signed-out visitors to the list, which asks to sign in. Null if nothing is refused. */
function refusalResponse(result: { ok: true } | { ok: false; reason: 'signed_out' | 'address_not_found' }) {
  if (result.ok) return null
  if (result.reason === 'address_not_found') throw data(null, { status: 404 })
  return redirect('/profile#addresses', 303)
}

export default function EditAddress({ loaderData, actionData, params }: Route.ComponentProps) {
  if (loaderData) return <AddressPage {...loaderData} prefill={{}} answer={actionData} />
  return (
    <SignInPrompt title="Edit address" returnTo={`/profile/addresses/${encodeURIComponent(params.id)}`}>
      Please sign in to change your addresses.
    </SignInPrompt>
  )
}
