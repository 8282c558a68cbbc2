import { QuantityForm, RemoveForm } from '#app/cart/cart-form.tsx'
import { changeCart } from '#app/cart/cart-store.ts'
import { Button, IconButton } from '#app/kit/button.tsx'
import { FieldNotes } from '#app/kit/field-parts.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { pickerPath, productPath } from '#app/kit/paths.ts'
import { PackTile } from '#app/kit/picture/pack-tile.tsx'
import { PLACEHOLDER, ProductPicture } from '#app/kit/picture/product-picture.tsx'
import { tileColour } from '#app/kit/picture/tile-colour.ts'
import { Amount, NotifyLink } from '#app/kit/product/price.tsx'
import { Stepper } from '#app/kit/product/stepper.tsx'
import { setQuantity } from '#shop/carts/cart.ts'
import type { CartView } from '#shop/carts/cart-view.ts'
import { changeNote, parseSnapshot } from '#shop/carts/price-snapshot.ts'
import { allergensOfLine, maxOfLine, type PricedLine } from '#shop/carts/priced-cart.ts'
import { isOutOfStock } from '#shop/catalogue/product.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { withRateText } from '#shop/kernel/tax.ts'

export type RefusedQuantity = { typed: string; message: string }

type CartLineRowProps = {
  line: PricedLine
  lines: PricedLine[]
  view: CartView
  refused: RefusedQuantity | null
}

export function CartLineRow({ line, lines, view, refused }: CartLineRowProps) {
  const { product, name, unitPrice, lineTotal, picked, problem } = line
  const maxQuantity = maxOfLine(line, lines, view.maxUnits)
  const allergens = allergensOfLine(line)
  const changes = changeNote(line, parseSnapshot(view.seen))
  return (
    <li className="grid grid-cols-[min(6.5rem,30%)_minmax(0,1fr)] gap-4 border-line border-b py-6 max-[20rem]:grid-cols-1 md:grid-cols-[11rem_1fr_auto] md:gap-6">
      <PackTile
        src={product.imageUrls[0]}
        alt=""
        colour={tileColour(product)}
        ratio="1"
        pack="74%"
        out={problem === 'out_of_stock'}
        priority
      />
      <div className="min-w-0">
        <h3 className="font-bold font-display text-xl">
          <Link to={productPath(product)} className="hover:underline">
            {name}
          </Link>
        </h3>
        <p className="mt-1 text-ink-soft text-sm">
          <Amount>{formatPrice(unitPrice)}</Amount> each,{' '}
          <span className="numeric">{withRateText(unitPrice, view.taxes.prices, line.rate)}</span>
        </p>
        {picked.length > 0 && <MixContents picked={picked} />}
        {allergens && <p className="mt-2 text-sm">{allergens}</p>}
        {changes && (
          <p className="field-note mt-2 text-ink-soft">
            <Icon name="info" size="s" />
            <span>{changes}</span>
          </p>
        )}
        {problem && <LineProblem line={line} maxQuantity={maxQuantity} />}
      </div>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 md:col-span-1 md:flex-col md:items-end">
        <Amount className="font-bold text-lg">{formatPrice(lineTotal)}</Amount>
        <div className="flex flex-wrap items-center gap-1">
          <RemoveLine lineKey={line.key} name={name} />
          <LineQuantity line={line} maxQuantity={maxQuantity} refused={refused} />
        </div>
        {refused && <FieldNotes id={quantityId(line.key)} errors={[refused.message]} />}
      </div>
    </li>
  )
}

export function UnavailableLine({ lineKey, name }: { lineKey: string; name: string | null }) {
  return (
    <li className="grid grid-cols-[min(6.5rem,30%)_minmax(0,1fr)_auto] items-center gap-4 border-line border-b py-6 max-[20rem]:grid-cols-1 md:grid-cols-[11rem_1fr_auto] md:gap-6">
      <PackTile src={PLACEHOLDER} alt="" ratio="1" out />
      <div>
        <h3 className="font-bold font-display text-xl">{name ?? 'No longer sold'}</h3>
        <p className="mt-1 text-ink-soft text-sm">
          We no longer sell this. Remove it to check out with the rest.
        </p>
      </div>
      <RemoveLine lineKey={lineKey} name={name ?? 'the product that is no longer sold'} />
    </li>
  )
}

function MixContents({ picked }: Pick<PricedLine, 'picked'>) {
  const packets = picked.flatMap(({ product, count }) =>
    Array.from({ length: count }, (_, at) => ({ product, at })),
  )
  return (
    <div className="mt-3 grid gap-2">
      <div className="flex max-w-[22rem] flex-wrap gap-0.5" aria-hidden="true">
        {packets.map(({ product, at }) => (
          <ProductPicture
            key={`${product.id} ${at}`}
            src={product.imageUrls[0]}
            alt=""
            className="h-auto w-[8.8%]"
          />
        ))}
      </div>
      <ul className="text-ink-soft text-sm">
        {picked.map(({ product, count }, at) => (
          <li key={product.id} className="inline">
            <span className="numeric">{count > 1 ? `${count} × ` : ''}</span>
            {product.name}
            {at < picked.length - 1 ? ', ' : ''}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A line's problem and how to solve it. `maxQuantity` is the highest quantity that can be ordered. */
function LineProblem({ line, maxQuantity }: { line: PricedLine; maxQuantity: number }) {
  const isMix = line.product.tastemakerPicks > 0
  return (
    <div className="mt-3 grid justify-items-start gap-2">
      <p className="field-note field-error">
        <Icon name="circle-alert" size="s" />
        <span>{line.message}</span>
      </p>
      {line.problem === 'too_many' && (
        <Link to="/contact" className="link text-sm">
          Write to us
        </Link>
      )}
      {(line.problem === 'too_few_left' || line.problem === 'too_many') && maxQuantity > 0 && (
        <QuantityForm lineKey={line.key} change={(cart) => setQuantity(cart, line.key, maxQuantity)}>
          <input type="hidden" name="quantity" value={maxQuantity} />
          <Button look="line" size="sm">{`Change to ${maxQuantity}`}</Button>
        </QuantityForm>
      )}
      {isOutOfStock(line.product) && <NotifyLink product={line.product} />}
      {isMix && (
        <Link to={pickerPath(line.product)} className="link text-sm">
          Choose tastemakers again
        </Link>
      )}
    </div>
  )
}

function RemoveLine({ lineKey, name }: { lineKey: string; name: string }) {
  return (
    <RemoveForm lineKey={lineKey} message={`Removed ${name}`}>
      <IconButton icon="trash" label={`Remove ${name}`} />
    </RemoveForm>
  )
}

const quantityId = (lineKey: string) => `quantity-${lineKey}`

type LineQuantityProps = Pick<CartLineRowProps, 'line' | 'refused'> & { maxQuantity: number }

/** Minus button, quantity and plus button, from 1 to `maxQuantity`. Without stock only the quantity. */
function LineQuantity({ line: { key, name, quantity }, maxQuantity, refused }: LineQuantityProps) {
  if (maxQuantity < 1)
    return (
      <span className="px-2 text-ink-soft">
        <Amount>{String(quantity)}</Amount> wanted
      </span>
    )
  return (
    <QuantityForm lineKey={key}>
      {/* Enter in the number field presses the form's first button. It must not be the minus button. */}
      <button type="submit" className="hidden">
        Update quantity
      </button>
      <Stepper
        label={`Quantity of ${name}`}
        name="quantity"
        stepName="step"
        value={quantity}
        max={maxQuantity}
        refused={refused && { typed: refused.typed, describedBy: `${quantityId(key)}-error` }}
        onChange={(next) => changeCart((cart) => setQuantity(cart, key, next))}
      />
    </QuantityForm>
  )
}
