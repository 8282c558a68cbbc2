import { ProductCard } from '#app/storefront/product-card.tsx'
import type { CardProduct } from '#app/storefront/shelf-product.ts'

/** Up to four products that go with this one. */
export function RelatedProducts({ products }: { products: CardProduct[] }) {
  if (products.length === 0) return null
  return (
    <section className="related-products" aria-labelledby="related-title">
      <h2 id="related-title" className="display text-2xl">
        You May Also Like
      </h2>
      <div className="shelf-grid related-grid">
        {products.map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
      </div>
    </section>
  )
}
