import { addressOf } from '#app/ui/checkout/address-values.ts'
import type { CheckoutAnswer } from '#app/ui/checkout/checkout-page.tsx'

/** The status that stands for a server that could not be asked. */
export const UNREACHABLE = 503

/** What the page shows when the network fails under a post: everything as it was, and that it may be tried again. */
export function unreachable(form: FormData): CheckoutAnswer {
  const address = addressOf(form)
  if (form.get('intent') === 'place') {
    return { step: 'payment', address, error: { message: 'Failed to place order. Please try again.' } }
  }
  const step = form.get('intent') === 'back' ? 'payment' : 'address'
  return { step, address, error: { message: 'We could not be reached. Please try again.' } }
}
