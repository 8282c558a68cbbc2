import { Banner } from '#app/kit/banner.tsx'
import type { ShippingPolicy } from '#shop/ctx.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { type Quote, shippingPromise } from '#shop/pricing/quote.ts'

/** What shipping costs this cart, after the shop's policy. */
export function ShippingNote({ policy, quote }: { policy: ShippingPolicy; quote: Quote }) {
  const promise = shippingPromise(policy, formatPrice)
  if (policy.fee === 0)
    return <Note tone="positive" title={`${promise}.`} rest="On every order, whatever its size." />
  if (policy.freeAbove === null)
    return <Note tone="info" title={`${promise}.`} rest="The same for every order." />
  const past = `You’ve crossed ${formatPrice(policy.freeAbove)}.`
  if (quote.shippingFee === 0) return <Note tone="positive" title="Free shipping." rest={past} />
  return <Note tone="info" title={`${promise}.`} rest={`Otherwise shipping is ${formatPrice(policy.fee)}.`} />
}

function Note({ tone, title, rest }: { tone: 'positive' | 'info'; title: string; rest: string }) {
  return (
    <Banner tone={tone} icon="truck" title={title} live={false} className="mt-5">
      {rest}
    </Banner>
  )
}
