import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button-link.tsx'
import { buttonClass } from '#app/kit/button-look.ts'

/** The provider's page cannot be opened now. The order stands; the link asks the server again, with or without scripts. */
export function ProviderAway({ orderId }: { orderId: string }) {
  return (
    <div className="wrap pt-8 pb-section">
      <title>Payment</title>
      <h1 className="display mb-6 text-3xl">Payment</h1>
      <Banner tone="warning">
        We can’t reach the payment provider right now. Your order is placed and you have not been charged;
        please try again in a minute.
      </Banner>
      <div className="mt-6 flex flex-wrap gap-3">
        <a href={`/checkout/pay/${orderId}`} className={buttonClass({})}>
          Try again
        </a>
        <ButtonLink to={`/orders/${orderId}`} look="line">
          See the order
        </ButtonLink>
      </div>
    </div>
  )
}
