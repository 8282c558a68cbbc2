import { redirect } from 'react-router'
import { z } from 'zod'
import { withCookies } from '#app/auth/auth.server.ts'
import { readFields, textOf } from '#app/kit/form-fields.ts'
import { readCookie, setCookie } from '#app/request/cookies.server.ts'
import { invalid, refusedBy } from '#app/request/form.server.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { SavedAddress } from '#shop/customers/address.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { placeOfPin } from '#shop/customers/pin-code.ts'
import { saveAddress } from '#shop/customers/saved-addresses.ts'

/** The notice after a change, for the list of addresses. */
type AddressChange = 'saved' | 'default' | 'removed'

/**
 * Reads a form's address. Where city or state were left empty and the PIN code says them, the answer has them filled in,
 * with a request to check: a browser with JavaScript has done so while the PIN code was typed.
 */
export function readAddress(form: FormData) {
  const sent = readFields(shippingAddressInput, form)
  if (sent.ok) return sent
  const known = Object.entries(placeOfPin(textOf(form, 'postalCode'))).flatMap(([name, place]) =>
    place !== null && textOf(form, name).trim() === '' ? [[name, place] as const] : [],
  )
  const asked = known.map(([name, place]) => [name, `${place}, by the PIN code. Please check it.`] as const)
  return {
    ...sent,
    values: { ...sent.values, ...Object.fromEntries(known) },
    problems: { ...sent.problems, ...Object.fromEntries(asked) },
  }
}

/** Saves a form's address, as a new one for a null `id`. Redirects to the list, or answers the form's problems. */
export async function saveAddressForm(request: Request, ctx: Ctx, form: FormData, id: string | null) {
  if (ctx.actor.kind === 'visitor') return refusedBy({ reason: 'signed_out' }, form)
  const sent = readAddress(form)
  if (!sent.ok) return invalid(sent)
  const makeDefault = form.get('makeDefault') === 'on'
  const saved = await saveAddress(ctx, { id, address: sent.value, makeDefault })
  return saved.ok ? toAddressList(request, 'saved') : refusedBy(saved, form)
}

/** Redirects to the list. `undo`: the cookie with what can be put back; without one nothing can any more. */
export function toAddressList(
  request: Request,
  done: AddressChange,
  undo = setCookie(request, 'address_undo', ''),
) {
  const headers = withCookies([undo])
  return redirect(`/profile?address=${done}#addresses`, { status: 303, headers })
}

const keptAddress = z.object({
  userId: z.string(),
  address: shippingAddressInput,
  isDefault: z.boolean(),
})

/** The Set-Cookie value that keeps a removed address for its undo; for the same account only, on shared phones too. */
export function keepRemoved(request: Request, userId: string, { id: _, isDefault, ...own }: SavedAddress) {
  const address = { ...own, addressLine2: own.addressLine2 ?? '' }
  return setCookie(request, 'address_undo', JSON.stringify({ userId, address, isDefault }))
}

/** The address that this account has just removed in this browser; null for none. */
export function removedAddress(request: Request, { actor }: Ctx) {
  const text = readCookie(request, 'address_undo')
  if (text === '' || actor.kind === 'visitor') return null
  const kept = keptAddress.safeParse(parsedJson(text))
  return kept.success && kept.data.userId === actor.id ? kept.data : null
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
