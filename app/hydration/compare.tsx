import { illustrationSize } from '#app/kit/illustration-sizes.ts'
import { FLAVOURS, type Flavour } from '#content/hydration/flavours.ts'
import { type Product, unitPrice } from '#shop/catalogue/product.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { Pips } from './pips.tsx'
import { shortName } from './short-name.ts'

/** The four flavours side by side, each with the box it is sold in. */
export function Compare({ products }: { products: readonly Product[] }) {
  return (
    <section className="wrap py-section" aria-labelledby="compare-title">
      <h2 id="compare-title" className="display mb-6 text-3xl">
        Which one is yours
      </h2>
      <table className="compare">
        <caption className="sr-only">
          The four flavours: taste, tang and sweetness by our own tasting, and the box
        </caption>
        <thead>
          <tr>
            <th scope="col">Flavour</th>
            <th scope="col">Tastes</th>
            <th scope="col">Tang</th>
            <th scope="col">Sweet</th>
            <th scope="col">Box of 30</th>
          </tr>
        </thead>
        <tbody>
          {FLAVOURS.map((flavour) => (
            <FlavourRow
              key={flavour.id}
              flavour={flavour}
              box={products.find(({ slug }) => slug === flavour.box)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function FlavourRow({ flavour, box }: { flavour: Flavour; box: Product | undefined }) {
  return (
    <tr>
      <th scope="row">
        <span>
          <img
            {...illustrationSize(flavour.image)}
            src={flavour.image}
            alt=""
            loading="lazy"
            decoding="async"
          />
          <span className="compare-name">
            {flavour.name}
            <small>
              {flavour.taste}
              <br />
              {boxOf(box)}
            </small>
          </span>
        </span>
      </th>
      <td className="text-ink-soft">{flavour.taste}</td>
      <td>
        <Pips count={flavour.tang} />
      </td>
      <td>
        <Pips count={flavour.sweet} />
      </td>
      <td className="numeric">{boxOf(box)}</td>
    </tr>
  )
}

function boxOf(box: Product | undefined): string {
  return box ? `${shortName(box.name)}, ${formatPrice(unitPrice(box))}` : 'Not on sale now'
}
