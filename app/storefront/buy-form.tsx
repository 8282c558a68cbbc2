import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { addLineToCart, useBuyNow } from '#app/cart/add-to-cart.ts'
import { useMaxUnits, useTaxes } from '#app/frame/use-root-data.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, buttonClass } from '#app/kit/button.tsx'
import { FieldNotes } from '#app/kit/field-parts.tsx'
import { NOTICE_ID, PICKER_ID } from '#app/kit/paths.ts'
import { ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { tileColour } from '#app/kit/picture/tile-colour.ts'
import { Stepper } from '#app/kit/product/stepper.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { showToast } from '#app/kit/toasts.tsx'
import { MixPicker, MixTray, PICKER_TITLE_ID } from '#app/storefront/mix-picker.tsx'
import type { PageProduct, PickProduct } from '#app/storefront/product-data.ts'
import { HealthFocuses } from '#app/storefront/product-info.tsx'
import { type Mix, type MixRefusal, useMix } from '#app/storefront/use-mix.ts'
import type { CartLine } from '#shop/carts/cart.ts'
import { mixMessage } from '#shop/carts/mix.ts'
import { allergensSentence } from '#shop/catalogue/allergens.ts'
import { isCustomisable, isOutOfStock, unitPrice } from '#shop/catalogue/product.ts'
import { formatPrice, times } from '#shop/kernel/money.ts'
import { addedTaxText } from '#shop/kernel/tax.ts'

const QUANTITY = 'quantity'

type BuyFormProps = {
  product: PageProduct
  picks: PickProduct[]
  refusal: MixRefusal | null
  /** The mix that was last sent by a form without JavaScript. */
  rendered: CartLine | null
  children: ReactNode
}

/** A product's picture and tray, beside the controls to buy it. Without JavaScript the form posts to the page. */
export function BuyForm({ product, picks, refusal, rendered, children }: BuyFormProps) {
  const mix = useMix(product, picks, refusal, rendered)
  const send = useBuySubmit(product, picks, mix)
  const isMix = isCustomisable(product)
  const picked = picks.filter(({ number }) => mix.picks[number])
  return (
    <form ref={mix.form} method="post" onSubmit={send} className="product-main" data-mix={isMix || undefined}>
      <div className="product-stage">
        <ProductPictures name={product.name} pictures={product.pictures} colour={tileColour(product)} />
        {isMix && <MixTray product={product} mix={mix} picks={picks} />}
      </div>
      <div className="product-buy">
        <div className="product-head">
          {children}
          <HealthFocuses product={product} picked={picked} />
        </div>
        {isMix && <MixPicker mix={mix} picks={picks} />}
        <BuyQuantity product={product} mix={mix} />
        <BuyBar product={product} mix={mix} picked={picked} />
      </div>
    </form>
  )
}

function useBuySubmit(product: PageProduct, picks: PickProduct[], mix: Mix) {
  const buy = useBuyNow()
  const [search] = useSearchParams()
  const maxUnits = useMaxUnits()
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    const isBuying = button?.value === 'buy' || search.get('then') === 'checkout'
    const line = { number: product.number, quantity: mix.quantity, picks: mix.picks }
    const add = () => {
      const problem = addLineToCart(line, product, picks, maxUnits)
      mix.showOutcome(problem)
      return problem === null
    }
    if (isBuying) void buy(add)
    else if (add()) showToast('Added to cart', { to: '/cart', label: 'View cart' })
  }
}

function BuyQuantity({ product, mix }: { product: PageProduct; mix: Mix }) {
  if (isOutOfStock(product)) return null
  const refused = mix.refusal?.about === 'quantity' ? mix.refusal : null
  return (
    <div className="buy-quantity">
      {refused && <FieldNotes id={QUANTITY} errors={[refused.message]} />}
      <span aria-hidden="true" className="font-semibold">
        Quantity
      </span>
      <Stepper
        label={`Quantity of ${product.name}`}
        name="quantity"
        value={mix.quantity}
        max={mix.maxQuantity}
        refused={refused && { typed: refused.quantity, describedBy: `${QUANTITY}-error` }}
        onChange={mix.setQuantity}
      />
    </div>
  )
}

type BuyBarProps = { product: PageProduct; mix: Mix; picked: PickProduct[] }

/** The purchase buttons, fixed to the bottom of a phone's screen. */
function BuyBar({ product, mix, picked }: BuyBarProps) {
  const taxes = useTaxes()
  const message = mixMessage(mix.state)
  return (
    <div className="buy-bar">
      {mix.notice && (
        <Banner tone={mix.notice.tone} icon="circle-alert" className="buy-bar-notice">
          {mix.notice.text}
        </Banner>
      )}
      {!isOutOfStock(product) && (
        <div className="buy-bar-facts">
          {isCustomisable(product) && (
            <p className="buy-bar-message" role="status">
              {/* Left out if the notice says the same. */}
              {message !== mix.notice?.text && message}
            </p>
          )}
          <p className="buy-bar-price">
            <b className="numeric">{formatPrice(times(unitPrice(product), mix.quantity))}</b>{' '}
            {taxes.prices === 'inclusive' ? 'incl. of all taxes' : `+ ${addedTaxText(taxes)}`}
          </p>
        </div>
      )}
      {/* Shown here, too, because the tray may be far above the visible part of the page. */}
      {isCustomisable(product) && !isOutOfStock(product) && (
        <p className="buy-bar-allergens">{allergensSentence([product, ...picked])}</p>
      )}
      <div className="buy-bar-buttons">
        <BuyButtons product={product} mix={mix} />
      </div>
    </div>
  )
}

function goToPicker(event: MouseEvent) {
  event.preventDefault()
  const title = document.getElementById(PICKER_TITLE_ID)
  document.getElementById(PICKER_ID)?.scrollIntoView({ block: 'start' })
  title?.focus({ preventScroll: true })
}

function BuyButtons({ product, mix }: Pick<BuyBarProps, 'product' | 'mix'>) {
  if (isOutOfStock(product)) {
    return (
      <>
        <Button type="button" disabled>
          Out of Stock
        </Button>
        <a href={`#${NOTICE_ID}`} className={buttonClass({ look: 'line' })}>
          Notify me
        </a>
      </>
    )
  }
  if (mix.state.isReady) return <SendButtons />
  return (
    <>
      <a
        href={`#${PICKER_ID}`}
        className={buttonClass({ look: 'line', className: 'needs-js' })}
        onClick={goToPicker}
      >
        Select {mix.state.needed} Tastemakers
      </a>
      <Button type="button" look="line" className="needs-js" disabled>
        Buy Now
      </Button>
      {/* Without JavaScript the customer types the picks, and the server checks them. */}
      <SendButtons className="without-js" />
    </>
  )
}

function SendButtons({ className }: { className?: string }) {
  return (
    <>
      <Button name="intent" value="cart" className={className}>
        Add to Cart
      </Button>
      <Button name="intent" value="buy" look="line" className={className}>
        Buy Now
      </Button>
    </>
  )
}

type ProductPicturesProps = Pick<PageProduct, 'name' | 'pictures'> & { colour: string }

/** The pictures on one flat colour. Several pictures are a scrolling strip, with thumbnails that link to them. */
function ProductPictures({ name, pictures, colour }: ProductPicturesProps) {
  const strip = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
    setCurrent(Math.round(scrollLeft / clientWidth))
  }
  // The strip may have been swiped before hydration.
  useEffect(onScroll, [])
  const scrollToPicture = (event: MouseEvent, at: number) => {
    event.preventDefault()
    strip.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }
  const style = { background: `var(${colour})` }
  if (pictures.length < 2) {
    return (
      <div className="product-picture" style={style}>
        <ProductPicture src={pictures[0]?.url} alt={pictures[0]?.alt || name} priority />
      </div>
    )
  }
  return (
    <div className="product-pictures">
      <ul
        ref={strip}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the scrollable strip must be reachable by keyboard
        tabIndex={0}
        aria-label={`Pictures of ${name}`}
        data-control=""
        className="product-strip"
        onScroll={onScroll}
      >
        {pictures.map(({ url, alt }, at) => (
          <li key={url} id={`picture-${at + 1}`} className="product-picture" style={style}>
            <ProductPicture src={url} alt={alt || name} priority={at === 0} />
          </li>
        ))}
      </ul>
      <ul className="product-thumbs">
        {pictures.map(({ url }, at) => (
          <li key={url}>
            <a
              href={`#picture-${at + 1}`}
              data-control=""
              aria-current={current === at ? 'true' : undefined}
              onClick={(event) => scrollToPicture(event, at)}
            >
              <ProductPicture src={url} alt="" sizes="3.5rem" />
              <VisuallyHidden>{`Picture ${at + 1} of ${pictures.length}`}</VisuallyHidden>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
