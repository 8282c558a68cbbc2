import { Link } from 'react-router'
import { ChangeNote } from '#app/cart/change-note.tsx'
import { LinePicture } from '#app/cart/line-picture.tsx'
import { LineProblem } from '#app/cart/line-problem.tsx'
import { LineQuantity } from '#app/cart/line-quantity.tsx'
import { MixContents } from '#app/cart/mix-contents.tsx'
import { RemoveLine } from '#app/cart/remove-line.tsx'
import { productPath } from '#app/kit/product-path.ts'
import { allergensOf, type CartView } from '#shop/carts/cart-view.ts'
import { changeNote, parseSnapshot } from '#shop/carts/price-snapshot.ts'
import { maxOfLine, type PricedLine } from '#shop/carts/priced-cart.ts'
import { formatPrice } from '#shop/kernel/money.ts'

export type CartLineRowProps = { line: PricedLine; lines: PricedLine[]; shown: CartView }

/** One line of the cart: picture, name, mix, price, quantity and problem. */
export function CartLineRow({ line, lines, shown }: CartLineRowProps) {
  const { product, name, unitPrice, quantity, lineTotal, picked, problem } = line
  const most = maxOfLine(line, lines, shown.mostUnits)
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
