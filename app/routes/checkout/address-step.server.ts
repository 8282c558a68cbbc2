import { parseWithZod } from '@conform-to/zod/v4'
import { data } from 'react-router'
import { addressOf } from '#app/ui/checkout/address-values.ts'
import type { CheckoutAnswer } from '#app/ui/checkout/checkout-page.tsx'
import { shippingAddressInput } from '#shop/orders/input.ts'

/** From the address on to the payment, or back to its fields with what is wrong in them. */
export function addressStep(form: FormData) {
  const submission = parseWithZod(form, { schema: shippingAddressInput })
  const address = addressOf(form)
  if (submission.status === 'success') return data<CheckoutAnswer>({ step: 'payment', address })
  return data<CheckoutAnswer>({ step: 'address', address, lastResult: submission.reply() }, { status: 400 })
}

/** From the payment back to the address. */
export function backStep(form: FormData) {
  return data<CheckoutAnswer>({ step: 'address', address: addressOf(form) })
}
