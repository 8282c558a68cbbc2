import { fillFacts, type PolicyFacts, policyFacts } from '#app/legal/policy-text.tsx'
import type { RequestContext } from '#app/request/context.server.ts'
import { DELIVERY_DOCUMENT, type DeliveryTexts } from '#app/texts/documents.ts'
import { textsNow } from '#app/texts/site-texts.server.ts'
import type { ShopConfig } from '#shop/ctx.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { shippingPromise } from '#shop/pricing/quote.ts'
import type { TextValues } from '#shop/texts/site-text.ts'

type TextContext = Pick<RequestContext, 'ctx' | 'texts'>

export async function deliveryNow({ ctx, texts }: TextContext): Promise<DeliveryTexts> {
  return deliveryTexts(await textsNow(DELIVERY_DOCUMENT, { texts }), ctx.config)
}

export function deliveryTexts(values: TextValues, config: ShopConfig): DeliveryTexts {
  const facts = { ...policyFacts(config), shippingPromise: shippingPromise(config.shipping, formatPrice) }
  const fill = (key: string) => fillFacts(values[key] ?? '', facts)
  return { promise: fill('promise'), terms: fill('terms'), notice: fill('notice') }
}

export async function factsNow(context: TextContext): Promise<PolicyFacts> {
  const { terms } = await deliveryNow(context)
  return { ...policyFacts(context.ctx.config), shippingTerms: terms }
}
