import { PILLARS, type Pillar } from '#content/hydration/landing.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { amountOf, ingredientOf } from './label-rows.ts'
import { shortName } from './short-name.ts'

type Labelled = Pick<Product, 'id' | 'name' | 'nutrition' | 'ingredients'>

/** Facts from the labels of the boxes for each of the three words. */
export function Pillars({ products }: { products: readonly Labelled[] }) {
  return (
    <section className="bg-mint-300 py-section" aria-labelledby="pillars-title">
      <div className="wrap">
        <h2 id="pillars-title" className="display max-w-[16em] text-4xl">
          Three words, and what is behind them
        </h2>
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
          In one stick, as printed on the label. A drink mix is not a medicine: it treats and prevents
          nothing.
        </p>
      </div>
    </section>
  )
}

function PillarTable({ pillar, products }: { pillar: Pillar; products: readonly Labelled[] }) {
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
          <Row key={word} name={word} values={products.map((product) => ingredientShare(product, word))} />
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

function ingredientShare(product: Labelled, word: string): string {
  const found = ingredientOf(product, word)
  if (!found) return 'none'
  return found.share ?? 'in it'
}
