import { redirect } from 'react-router'
import { readFields } from '#app/kit/form-fields.ts'
import { invalid, refusedBy } from '#app/request/form.server.ts'
import type { Ctx } from '#shop/ctx.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { saveAddress } from '#shop/customers/saved-addresses.ts'

/** Saves a form's address, as a new one for a null `id`. Redirects to the list, or answers the form's problems. */
export async function saveAddressForm(ctx: Ctx, form: FormData, id: string | null) {
  if (ctx.actor.kind === 'visitor') return refusedBy({ reason: 'signed_out' }, form)
  const sent = readFields(shippingAddressInput, form)
  if (!sent.ok) return invalid(sent)
  const makeDefault = form.get('makeDefault') === 'on'
  const saved = await saveAddress(ctx, { id, address: sent.value, makeDefault })
  return saved.ok ? redirect('/profile#addresses', 303) : refusedBy(saved, form)
}
