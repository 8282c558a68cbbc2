import { addressOf } from '#app/account/address-values.ts'
import type { CheckoutAnswer } from '#app/checkout/checkout-page.tsx'

/** The status that stands for a shop that could not be asked. */
export const UNREACHABLE = 503

const RECORDS_AWAY =
  'We have a problem on our side, so orders and accounts aren’t available right now. Your cart is safe; please try again in a few minutes.'

/** Why not: the network failed, or the shop answered that it cannot reach its records. */
type Why = 'network' | 'records'

/** What the page shows when a post came to nothing: everything as it was, and that it may be tried again. */
export function unreachable(form: FormData, why: Why): CheckoutAnswer {
  const address = addressOf(form)
  const isLast = form.get('intent') === 'place'
  const step = isLast || form.get('intent') === 'back' ? 'payment' : 'address'
  if (why === 'records') return { step, address, error: { message: RECORDS_AWAY } }
  const message = isLast
    ? 'Failed to place order. Please try again.'
    : 'We could not be reached. Please try again.'
  return { step, address, error: { message } }
}
