import type { Settings } from '#infra/config/settings.ts'
import { providerOrigins } from '#infra/config/sign-in-settings.ts'

/**
 * Other sites that forms of this page may lead to. Browsers apply form-action through every redirect, and signing in
 * elsewhere starts with one. Only the payment page may send its form to the payment provider.
 */
export function formTargets(path: string, { signIn, cards }: Pick<Settings, 'signIn' | 'cards'>): string[] {
  if (path.startsWith('/auth/')) return providerOrigins(signIn)
  return cards.razorpay && path.startsWith('/checkout/pay/') ? [cards.razorpay.url] : []
}
