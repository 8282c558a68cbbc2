import { parseWithZod } from '@conform-to/zod/v4'
import { data, redirect } from 'react-router'
import type { AddressAnswer } from '#app/account/address-page.tsx'
import { addressOf } from '#app/account/address-values.ts'
import type { Ctx } from '#shop/ctx.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { type SaveAddressRefusal, saveAddress } from '#shop/customers/save-address.ts'

const WORDS: Record<SaveAddressRefusal['reason'], { notice: string; status: number }> = {
  signed_out: { notice: 'Please sign in to save an address.', status: 401 },
  address_not_found: { notice: 'This address is no longer among yours.', status: 404 },
  too_many_addresses: {
    notice: 'That is as many addresses as we keep. Remove one before you add another.',
    status: 409,
  },
}

/** Saves what the address form sent, as a new address or in place of one; back to the list, or to the form. */
export async function saveAddressForm(ctx: Ctx, form: FormData, id: string | null) {
  const values = addressOf(form)
  const again = (answer: Omit<AddressAnswer, 'values'>, status: number) =>
    data<AddressAnswer>({ ...answer, values }, { status })
  const turnDown = (reason: SaveAddressRefusal['reason']) => {
    const { notice, status } = WORDS[reason]
    return again({ lastResult: null, notice }, status)
  }
  // Before a word of the form is read.
  if (ctx.actor.kind === 'visitor') return turnDown('signed_out')
  const submission = parseWithZod(form, { schema: shippingAddressInput })
  if (submission.status !== 'success') return again({ lastResult: submission.reply(), notice: null }, 422)
  const makeDefault = form.get('makeDefault') === 'on'
  const saved = await saveAddress(ctx, { id, address: submission.value, makeDefault })
  return saved.ok ? redirect('/profile#addresses', 303) : turnDown(saved.reason)
}
