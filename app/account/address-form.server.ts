import { redirect } from 'react-router'
import { z } from 'zod'
import { withCookies } from '#app/auth/auth.server.ts'
import { readFields, textOf } from '#app/kit/form-fields.ts'
import { setCookie } from '#app/request/cookies.server.ts'
import { invalid, refuse, refusedBy } from '#app/request/form.server.ts'
import type { Ctx } from '#shop/ctx.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { placeOfPin } from '#shop/customers/pin-code.ts'
import { saveAddress } from '#shop/customers/saved-addresses.ts'
import type { Actor } from '#shop/kernel/actor.ts'
import { isBlank } from '#shop/kernel/text.ts'

/** True for a form that was opened while the browser was signed in to another account. */
export function isOfOtherAccount(form: FormData, actor: Actor): boolean {
  return actor.kind === 'person' && (form.get('account') ?? actor.email) !== actor.email
}

export function refuseOtherAccount(form: FormData) {
  return refuse(form, 'You’re signed in with another account now. Reload the page, then try again.', 409)
}

/** Reads the address of a form. Fills in an empty city or state from the PIN code, and asks the person to check it. */
export function readAddress(form: FormData) {
  const fields = readFields(shippingAddressInput, form)
  if (fields.ok) return fields
  const filled = Object.entries(placeOfPin(textOf(form, 'postalCode'))).flatMap(([name, place]) =>
    place !== null && isBlank(textOf(form, name)) ? [[name, place] as const] : [],
  )
  const requests = filled.map(
    ([name, place]) => [name, `${place}, by the PIN code. Please check it.`] as const,
  )
  return {
    ...fields,
    values: { ...fields.values, ...Object.fromEntries(filled) },
    problems: { ...fields.problems, ...Object.fromEntries(requests) },
  }
}

/** Saves a form's address, as a new one if `id` is null. Redirects to the list, or returns the form's problems. */
export async function saveAddressForm(request: Request, ctx: Ctx, form: FormData, id: string | null) {
  if (ctx.actor.kind === 'visitor') return refusedBy({ reason: 'signed_out' }, form)
  if (isOfOtherAccount(form, ctx.actor)) return refuseOtherAccount(form)
  const fields = readAddress(form)
  if (!fields.ok) return invalid(fields)
  const makeDefault = form.get('makeDefault') === 'on'
  const saved = await saveAddress(ctx, { id, address: fields.value, makeDefault })
  return saved.ok ? toAddressList(request, 'saved') : refusedBy(saved, form)
}

/** Redirects to the list. `undo`: the Set-Cookie value with addresses to restore; without it that cookie is deleted. */
export function toAddressList(
  request: Request,
  done: 'saved' | 'default' | 'removed' | 'restored',
  undo = setCookie(request, 'address_undo', ''),
) {
  const headers = withCookies([undo])
  return redirect(`/profile?address=${done}#addresses`, { status: 303, headers })
}

const removedAddress = z.object({
  fullName: z.string(),
  phone: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  isDefault: z.boolean(),
})
const removedAddresses = z.object({ userId: z.string(), addresses: z.array(removedAddress) })

/** Browsers store 4096 bytes in one cookie, name and attributes included. */
const MAX_CHARS = 3800

/**
 * Returns the Set-Cookie value with removed addresses, encrypted, to restore them. Omits the earliest removed
 * addresses if there are too many.
 */
export function undoCookie(
  request: Request,
  ctx: Pick<Ctx, 'sealer' | 'actor'>,
  addresses: readonly z.infer<typeof removedAddress>[],
): string {
  if (ctx.actor.kind === 'visitor' || addresses.length === 0) return setCookie(request, 'address_undo', '')
  const sealed = ctx.sealer.seal(JSON.stringify({ userId: ctx.actor.id, addresses }), undoPlace(ctx.actor.id))
  return encodeURIComponent(sealed).length > MAX_CHARS
    ? undoCookie(request, ctx, addresses.slice(1))
    : setCookie(request, 'address_undo', sealed)
}

/** Returns the addresses that this account has removed, earliest first. None if another account removed them. */
export function readUndo(sealed: string, { sealer, actor }: Pick<Ctx, 'sealer' | 'actor'>) {
  const text = actor.kind === 'visitor' ? null : sealer.open(sealed, undoPlace(actor.id))
  if (text === null) return []
  const { userId, addresses } = removedAddresses.parse(JSON.parse(text))
  return actor.kind === 'person' && userId === actor.id ? addresses : []
}

function undoPlace(userId: string): string {
  return `cookie of removed addresses/${userId}`
}
