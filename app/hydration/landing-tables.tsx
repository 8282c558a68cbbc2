import { shortName } from '#app/hydration/box-parts.tsx'
import { Pips } from '#app/hydration/flavour-browser.tsx'
import { amountOf, shareOf } from '#app/hydration/label.tsx'
import { illustrationSize } from '#app/kit/picture/illustration-sizes.ts'
import { Section } from '#app/kit/section.tsx'
import { FLAVOURS, type Flavour } from '#content/hydration/flavours.ts'
import { PILLARS, type Pillar } from '#content/hydration/landing.ts'
import { type Product, unitPrice } from '#shop/catalogue/product.ts'
import { formatPrice } from '#shop/kernel/money.ts'

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

type PillarProduct = Pick<Product, 'id' | 'name' | 'nutrition' | 'ingredients'>

export function Pillars({ products }: { products: readonly PillarProduct[] }) {
  return (
    <Section
      titleId="pillars-title"
      title="Three words, and what is behind them"
      look="max-w-[16em] text-4xl"
      className="bg-mint-300"
    >
      <div className="pillars">
        {PILLARS.map((pillar) => (
          <div key={pillar.id} className="pillar">
            <h3 className="display text-2xl">{pillar.name}</h3>
            <p className="mt-3 mb-5">{pillar.text}</p>
            <PillarTable pillar={pillar} products={products} />
          </div>
        ))}
      </div>
      <p className="mt-6 max-w-read text-sm">
        In one stick, as printed on the label. A drink mix is not a medicine: it treats and prevents nothing.
      </p>
    </Section>
  )
}

function PillarTable({ pillar, products }: { pillar: Pillar; products: readonly PillarProduct[] }) {
  return (
    <table className="pillar-table numeric">
      <caption className="sr-only">{pillar.name} in one stick</caption>
      <thead>
        <tr>
          <td />
          {products.map((product) => (
            <th key={product.id} scope="col">
              {shortName(product.name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pillar.nutrients.map((name) => (
          <Row key={name} name={name} values={products.map((product) => amountOf(product, name) ?? 'none')} />
        ))}
        {pillar.ingredients.map((word) => (
          <Row key={word} name={word} values={products.map((product) => shareOf(product, word))} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one cell per column, in the columns' order
        <td key={index}>{value}</td>
      ))}
    </tr>
  )
}
