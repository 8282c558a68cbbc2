import type { Settings } from '#infra/config/settings.ts'
import { providerOrigins } from '#infra/config/sign-in-settings.ts'

/**
 * The other sites that a form of this page may lead to. Browsers hold a form to its policy through every redirect:
 * signing in elsewhere starts with one. The payment page alone may send its form to the payment provider.
 */
export function formTargets(path: string, { signIn, cards }: Pick<Settings, 'signIn' | 'cards'>): string[] {
  if (path.startsWith('/auth/')) return providerOrigins(signIn)
  return cards.razorpay && path.startsWith('/checkout/pay/') ? [cards.razorpay.url] : []
}
