import type { Product } from '#shop/catalogue/product.ts'
import { Label } from './label.tsx'
import { boxName } from './short-name.ts'

/** The labels of all boxes side by side. */
export function Labels({ products }: { products: readonly Product[] }) {
  return (
    <section id="labels" className="bg-surface-raised py-section" aria-labelledby="labels-title">
      <div className="wrap">
        <h2 id="labels-title" className="display text-4xl">
          The whole label
        </h2>
        <div className="labels-row">
          {products.map((product) => (
            <article
              key={product.id}
              id={`${product.slug}-label`}
              aria-labelledby={`${product.slug}-label-title`}
            >
              <h3 id={`${product.slug}-label-title`} className="display text-2xl">
                {boxName(product.name)}
              </h3>
              <Label product={product} level={4} />
            </article>
          ))}
        </div>
      </div>
    </section>
  )
}
