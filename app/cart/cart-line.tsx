import { Link } from 'react-router'
import { CartForm, focusCartTitle } from '#app/cart/cart-form.tsx'
import { changeCart } from '#app/cart/cart-store.ts'
import { Button, IconButton } from '#app/kit/button.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { PackTile } from '#app/kit/pack-tile.tsx'
import { pickerPath, productPath } from '#app/kit/paths.ts'
import { PLACEHOLDER, ProductPicture } from '#app/kit/product-picture.tsx'
import { Stepper } from '#app/kit/stepper.tsx'
import { tileColour } from '#app/kit/tile-colour.ts'
import { removeLine, setQuantity } from '#shop/carts/cart.ts'
import { allergensOf, type CartView, type LineAllergens } from '#shop/carts/cart-view.ts'
import { changeNote, parseSnapshot } from '#shop/carts/price-snapshot.ts'
import { maxOfLine, type PricedLine } from '#shop/carts/priced-cart.ts'
import type { Sellable } from '#shop/catalogue/product.ts'
import { NO_KNOWN_ALLERGENS } from '#shop/catalogue/taxonomy.ts'
import { formatPrice } from '#shop/kernel/money.ts'

type CartLineRowProps = { line: PricedLine; lines: PricedLine[]; shown: CartView }

/** One line of the cart: picture, name, mix, price, quantity and problem. */
export function CartLineRow({ line, lines, shown }: CartLineRowProps) {
  const { product, name, unitPrice, quantity, lineTotal, picked, problem } = line
  const most = maxOfLine(line, lines, shown.maxUnits)
  const changed = changeNote(line, parseSnapshot(shown.seen))
  return (
    <li className="grid grid-cols-[6.5rem_1fr] gap-4 border-line border-b py-6 md:grid-cols-[11rem_1fr_auto] md:gap-6">
      <LinePicture product={product} out={problem === 'out_of_stock'} />
      <div className="min-w-0">
        <h3 className="font-bold font-display text-xl">
          <Link to={productPath(product)} className="hover:underline">
            {name}
          </Link>
        </h3>
        <p className="mt-1 text-ink-soft text-sm">
          <span className="numeric">{formatPrice(unitPrice)}</span> each
        </p>
        {picked.length > 0 && <MixContents picked={picked} allergens={allergensOf(line, shown)} />}
        {changed && <ChangeNote>{changed}</ChangeNote>}
        {problem && <LineProblem line={line} most={most} />}
      </div>
      <div className="col-span-2 flex items-center justify-between gap-4 md:col-span-1 md:flex-col md:items-end">
        <b className="numeric text-lg">{formatPrice(lineTotal)}</b>
        <div className="flex items-center gap-1">
          <RemoveLine lineKey={line.key} name={name} />
          <LineQuantity lineKey={line.key} name={name} quantity={quantity} most={most} />
        </div>
      </div>
    </li>
  )
}

/** A line whose product is no longer sold: it can only be removed. */
export function UnavailableLine({ lineKey }: { lineKey: string }) {
  return (
    <li className="grid grid-cols-[6.5rem_1fr_auto] items-center gap-4 border-line border-b py-6 md:grid-cols-[11rem_1fr_auto] md:gap-6">
      <PackTile src={PLACEHOLDER} alt="" ratio="1" out />
      <div>
        <h3 className="font-bold font-display text-xl">No longer sold</h3>
        <p className="mt-1 text-ink-soft text-sm">
          We no longer sell this. Remove it to check out with the rest.
        </p>
      </div>
      <RemoveLine lineKey={lineKey} name="the product that is no longer sold" />
    </li>
  )
}

/** A decorative picture: the name is beside it. */
function LinePicture({ product, out }: { product: Sellable; out: boolean }) {
  const colour = tileColour(product)
  return (
    <PackTile src={product.imageUrls[0]} alt="" colour={colour} ratio="1" pack="74%" out={out} priority />
  )
}

type MixContentsProps = { picked: PricedLine['picked']; allergens: LineAllergens }

/** A custom mix: a packet for each pick, their names with counts, and their allergens together. */
function MixContents({ picked, allergens }: MixContentsProps) {
  const { contained, undeclared } = allergens
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
      {contained.length > 0 && <p className="text-sm">Contains: {contained.join(', ')}</p>}
      {undeclared.length > 0 && <p className="text-sm">Allergens not declared: {undeclared.join(', ')}</p>}
      {contained.length + undeclared.length === 0 && <p className="text-sm">{NO_KNOWN_ALLERGENS}</p>}
    </div>
  )
}

function ChangeNote({ children }: { children: string }) {
  return (
    <p className="field-note mt-2 text-ink-soft">
      <Icon name="info" size="s" />
      <span>{children}</span>
    </p>
  )
}

/** A line's problem and how to solve it. `most` is the highest quantity that can be ordered. */
function LineProblem({ line, most }: { line: PricedLine; most: number }) {
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
      {(line.problem === 'too_few_left' || line.problem === 'too_many') && most > 0 && (
        <TakeWhatIsLeft line={line} most={most} />
      )}
      {isMix && (
        <Link to={pickerPath(line.product)} className="link text-sm">
          Choose tastemakers again
        </Link>
      )}
    </div>
  )
}

function TakeWhatIsLeft({ line, most }: { line: PricedLine; most: number }) {
  return (
    <CartForm fields={{ intent: 'set', key: line.key }} change={(cart) => setQuantity(cart, line.key, most)}>
      <input type="hidden" name="quantity" value={most} />
      <Button look="line" size="sm">{`Take ${most}`}</Button>
    </CartForm>
  )
}

function RemoveLine({ lineKey, name }: { lineKey: string; name: string }) {
  return (
    <CartForm
      fields={{ intent: 'remove', key: lineKey }}
      change={(cart) => removeLine(cart, lineKey)}
      onChanged={focusCartTitle}
    >
      <IconButton icon="trash" label={`Remove ${name}`} />
    </CartForm>
  )
}

type LineQuantityProps = { lineKey: string; name: string; quantity: number; most: number }

/** − quantity +, from 1 to `most`; without stock only the quantity. */
function LineQuantity({ lineKey, name, quantity, most }: LineQuantityProps) {
  if (most < 1) return <span className="numeric px-2 text-ink-soft">{quantity} wanted</span>
  return (
    <CartForm fields={{ intent: 'set', key: lineKey }}>
      {/* Enter in the number field presses the form's first button, which must not be the minus. */}
      <button type="submit" className="hidden">
        Update quantity
      </button>
      <Stepper
        label={`Quantity of ${name}`}
        name="quantity"
        stepName="step"
        value={quantity}
        max={most}
        onChange={(next) => changeCart((cart) => setQuantity(cart, lineKey, next))}
      />
    </CartForm>
  )
}
