import { keepMix } from '#app/cart/kept-mixes.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Link } from '#app/kit/link.tsx'
import { pickerPath } from '#app/kit/paths.ts'
import { shortId } from '#shop/kernel/ids.ts'
import type { Reordered } from '#shop/orders/order-again.ts'

/** Says that an earlier order's items were put into the cart, and what has changed since. */
export function ReorderNotice({ orderId, isIn, changes }: Reordered) {
  const title = isIn
    ? `The items of order ${shortId(orderId)} are in your cart.`
    : `None of the items of order ${shortId(orderId)} could go into your cart.`
  return (
    <Banner tone={isIn ? 'positive' : 'warning'} title={title} className="mt-5">
      {changes.length > 0 && (
        <>
          What has changed since:
          <ul className="mt-1 list-disc pl-5">
            {changes.map(({ text, pickAgain }) => (
              <li key={text}>
                {text}{' '}
                {pickAgain && (
                  <Link
                    to={pickerPath({ id: pickAgain.productId })}
                    className="link"
                    onClick={() => void keepMix(pickAgain.mix)}
                  >
                    Pick again
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Banner>
  )
}
