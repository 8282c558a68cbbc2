import { data, redirect } from 'react-router'
import type { AddressAnswer } from '#app/account/address-page.tsx'
import { readFields, typedValues } from '#app/kit/form-fields.ts'
import { invalid } from '#app/request/form.server.ts'
import type { Ctx } from '#shop/ctx.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { type SaveAddressRefusal, saveAddress } from '#shop/customers/saved-addresses.ts'
import { REFUSALS } from '#shop/refusals.ts'

/** Saves the address of a form, as a new one or in place of one; on to the list, or back to the form. */
export async function saveAddressForm(ctx: Ctx, form: FormData, id: string | null) {
  const refused = (reason: SaveAddressRefusal['reason']) => {
    const { en: message, status } = REFUSALS[reason]
    return data<AddressAnswer>({ ok: false, message, problems: {}, values: typedValues(form) }, { status })
  }
  if (ctx.actor.kind === 'visitor') return refused('signed_out')
  const sent = readFields(shippingAddressInput, form)
  if (!sent.ok) return invalid(sent)
  const makeDefault = form.get('makeDefault') === 'on'
  const saved = await saveAddress(ctx, { id, address: sent.value, makeDefault })
  return saved.ok ? redirect('/profile#addresses', 303) : refused(saved.reason)
}
