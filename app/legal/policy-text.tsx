import { Link } from '#app/kit/link.tsx'
import type { ShippingPolicy, ShopConfig } from '#shop/ctx.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { percentText, type TaxPolicy } from '#shop/kernel/tax.ts'
import { DELETE_PENDING_DAYS } from '#shop/messages/subscription.ts'
import { businessDays } from '#shop/orders/delivery-estimate.ts'
import { REFUND_REQUEST_DAYS } from '#shop/orders/request.ts'
import { shippingPromise } from '#shop/pricing/quote.ts'

export type PolicyFacts = ReturnType<typeof policyFacts>

type PolicyConfig = Pick<ShopConfig, 'brand' | 'shipping' | 'taxes' | 'deliveryTimes' | 'refundDays'>

export function policyFacts({ brand, shipping, taxes, deliveryTimes, refundDays }: PolicyConfig) {
  return {
    brand,
    shippingTerms: shippingTerms(shipping, taxes),
    shipsWithin: businessDays(deliveryTimes.ships),
    metroDelivery: businessDays(deliveryTimes.metro),
    elsewhereDelivery: businessDays(deliveryTimes.elsewhere),
    refundDays: String(refundDays),
    returnDays: String(REFUND_REQUEST_DAYS),
    taxTerms: taxTerms(taxes),
    forgetDays: String(DELETE_PENDING_DAYS),
  }
}

function taxTerms({ prices, defaultRate }: TaxPolicy): string {
  if (prices === 'inclusive')
    return 'inclusive of all taxes. The GST they contain is shown in the cart, at checkout and on the invoice.'
  const rate = prices === 'flat' ? `of ${percentText(defaultRate)}` : 'at the rate of each product'
  return `in Indian rupees. GST ${rate} is added to goods and shipping in the cart and at checkout, where you see the whole amount before you order.`
}

function shippingTerms(policy: ShippingPolicy, { prices }: TaxPolicy): string {
  const promise = shippingPromise(policy, formatPrice)
  if (policy.fee === 0 || policy.freeAbove === null) return `${promise} on every order within India.`
  const below = `On smaller orders shipping is ${formatPrice(policy.fee)}.`
  return `${promise} within India, counted on the goods after discounts${prices === 'inclusive' ? '' : ' and before tax'}. ${below}`
}

/** Fills each `{placeholder}` of the text. Throws if its fact is missing. */
export function fillFacts(text: string, facts: Partial<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name]
    if (fact === undefined) throw new Error(`no fact for {${name}}`)
    return fact
  })
}

const TEXT_LINK = /\[([^\]]+)\]\(([^)\s]+)\)/

export function plainText(text: string, facts: PolicyFacts): string {
  return fillFacts(text, facts).replace(new RegExp(TEXT_LINK, 'g'), '$1')
}

/** Renders a text. Fills its placeholders, and turns `[words](/path)` into links. */
export function LinkedText({ text, facts }: { text: string; facts: PolicyFacts }) {
  // `split` returns text, words, path, text, words, path, … text.
  const parts = fillFacts(text, facts).split(new RegExp(TEXT_LINK, 'g'))
  return parts.map((part, index) => {
    if (index % 3 === 2) return null
    if (index % 3 === 0) return part
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text keep their places
      <Link key={index} to={parts[index + 1] ?? '/'} className="link">
        {part}
      </Link>
    )
  })
}
