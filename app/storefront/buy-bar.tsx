import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { useHydrated } from '#app/kit/use-hydrated.ts'
import type { PageProduct } from '#app/storefront/page-product.ts'
import type { Mix } from '#app/storefront/use-mix.ts'
import { mixMessage } from '#shop/carts/mix.ts'
import { isCustomisable, isOutOfStock } from '#shop/catalogue/product.ts'

type BuyBarProps = { product: PageProduct; mix: Mix }

/** The buttons. On a phone they stay at the lower edge of the screen; beside a picker they stay in view too. */
export function BuyBar({ product, mix }: BuyBarProps) {
  return (
    <div className="buy-bar">
      {mix.notice && (
        <Banner tone={mix.notice.tone} icon="circle-alert" className="buy-bar-notice">
          {mix.notice.text}
        </Banner>
      )}
      {isCustomisable(product) && !isOutOfStock(product) && <Progress mix={mix} />}
      <div className="buy-bar-buttons">
        <BuyButtons product={product} mix={mix} />
      </div>
    </div>
  )
}

/** How far the picks are, unless the notice says the same. */
function Progress({ mix }: { mix: Mix }) {
  const message = mixMessage(mix.state)
  return (
    <p className="buy-bar-message" role="status">
      {message !== mix.notice?.text && message}
    </p>
  )
}

function BuyButtons({ product, mix }: BuyBarProps) {
  const hydrated = useHydrated()
  if (isOutOfStock(product)) {
    return (
      <Button type="button" wide disabled>
        Out of Stock
      </Button>
    )
  }
  // Before JavaScript the picks are typed and the server judges them.
  const isMissingPicks = !mix.state.isReady
  const blocked = hydrated && isMissingPicks
  return (
    <>
      <Button name="intent" value="cart" disabled={blocked}>
        {isMissingPicks ? (
          <>
            <span className="needs-js">Select {mix.state.needed} Tastemakers</span>
            <span className="without-js">Add to Cart</span>
          </>
        ) : (
          'Add to Cart'
        )}
      </Button>
      <Button name="intent" value="buy" look="line" disabled={blocked}>
        Buy Now
      </Button>
    </>
  )
}
