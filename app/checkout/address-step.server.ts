import { data } from 'react-router'
import { addressOf } from '#app/account/address-values.ts'
import type { CheckoutAnswer } from '#app/checkout/checkout-page.tsx'
import { changeCoupon, isAboutCoupon, pricingFor } from '#app/checkout/coupon-step.server.ts'
import { readFields } from '#app/kit/form-fields.ts'
import type { RequestContext } from '#app/request/context.server.ts'
import { readCodes } from '#app/request/cookies.server.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { saveAddress } from '#shop/customers/saved-addresses.ts'

type Asked = Pick<RequestContext, 'ctx' | 'cart'>

/**
 * From the address on to the payment, or back to its fields with what is wrong in them. A code that was typed and not
 * applied is applied on the way; one that is refused keeps the customer here.
 */
export async function addressStep(request: Request, form: FormData, context: Asked) {
  const sent = readFields(shippingAddressInput, form)
  const address = addressOf(form)
  const outcome = isAboutCoupon(form) ? await changeCoupon(request, form, context) : null
  if (outcome && !outcome.isApplied) return data<CheckoutAnswer>(outcome.answer, { status: 422 })
  const pricing = outcome?.pricing ?? (await pricingFor(context, readCodes(request), form))
  const headers: HeadersInit = outcome ? { 'set-cookie': outcome.setCookie } : {}
  if (!sent.ok) {
    const { problems } = sent
    return data<CheckoutAnswer>({ step: 'address', address, pricing, problems }, { status: 422, headers })
  }
  if (form.get('saveAddress') === 'on')
    await saveAddress(context.ctx, { id: null, address: sent.value, makeDefault: false })
  return data<CheckoutAnswer>({ step: 'payment', address, pricing }, { headers })
}

/** From the payment back to the address. */
export async function backStep(request: Request, form: FormData, context: Asked) {
  const pricing = await pricingFor(context, readCodes(request), form)
  return data<CheckoutAnswer>({ step: 'address', address: addressOf(form), pricing })
}
