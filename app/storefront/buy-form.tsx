import type { FormEvent, ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { addLineToCart } from '#app/cart/add-to-cart.ts'
import { useMostUnits } from '#app/frame/use-root-data.ts'
import { tileColour } from '#app/kit/tile-colour.ts'
import { showToast } from '#app/kit/toasts.ts'
import { BuyBar } from '#app/storefront/buy-bar.tsx'
import { BuyQuantity } from '#app/storefront/buy-quantity.tsx'
import { MixPicker } from '#app/storefront/mix-picker.tsx'
import { MixTray } from '#app/storefront/mix-tray.tsx'
import type { PageProduct, PickProduct } from '#app/storefront/page-product.ts'
import { ProductPictures } from '#app/storefront/product-pictures.tsx'
import { type Mix, type TurnedDown, useMix } from '#app/storefront/use-mix.ts'
import { isCustomisable } from '#shop/catalogue/product.ts'

type BuyFormProps = {
  product: PageProduct
  picks: PickProduct[]
  turnedDown: TurnedDown | null
  /** Name, price and description, above the controls. */
  children: ReactNode
}

/** Picture and tray beside everything that leads to the cart. Without JavaScript it posts to the page itself. */
export function BuyForm({ product, picks, turnedDown, children }: BuyFormProps) {
  const mix = useMix(product, picks, turnedDown)
  const send = useSend(product, picks, mix)
  const isMix = isCustomisable(product)
  return (
    <form ref={mix.form} method="post" onSubmit={send} className="product-main" data-mix={isMix || undefined}>
      <div className="product-stage">
        <ProductPictures name={product.name} pictures={product.pictures} colour={tileColour(product)} />
        {isMix && <MixTray mix={mix} picks={picks} />}
      </div>
      <div className="product-buy">
        <div className="product-head">{children}</div>
        {isMix && <MixPicker mix={mix} picks={picks} />}
        <BuyQuantity product={product} mix={mix} />
        <BuyBar product={product} mix={mix} />
      </div>
    </form>
  )
}

/** Adds to the cart in the browser, then says so or goes on to the checkout. */
function useSend(product: PageProduct, picks: PickProduct[], mix: Mix) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const mostUnits = useMostUnits()
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    const isBuying = button?.value === 'buy' || search.get('then') === 'checkout'
    const line = { number: product.number, quantity: mix.quantity, picks: mix.picks }
    const problem = addLineToCart(line, product, picks, mostUnits)
    mix.setRefusal(problem)
    if (problem) return
    if (isBuying) void navigate('/checkout')
    else showToast('Added to cart', { to: '/cart', label: 'View cart' })
  }
}
