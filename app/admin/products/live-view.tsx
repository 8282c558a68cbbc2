import { useEffect, useState } from 'react'
import { FORM_ID, type ProductFormProps } from '#app/admin/products/product-form.tsx'
import { contentSoFar, NAMELESS, sentProduct } from '#app/admin/products/product-form-data.ts'
import { ProductCard } from '#app/storefront/product-card.tsx'
import { toCardProduct, toPageProduct } from '#app/storefront/product-data.ts'
import { ProductHead } from '#app/storefront/product-info.tsx'
import type { DeliveryTexts } from '#app/texts/documents.ts'
import type { Product } from '#shop/catalogue/product.ts'
import type { ProductContent } from '#shop/catalogue/product-fields.ts'
import type { ShopConfig } from '#shop/ctx.ts'
import { productOffer } from '#shop/pricing/first-order-offer.ts'

/** What a product has that nobody types, as it is now. */
export type Own = Omit<Product, keyof ProductContent | 'stockQuantity' | 'isActive'>

/** What the card and the page say besides the product. */
export type ShopSide = {
  own: Own
  delivery: Pick<DeliveryTexts, 'promise' | 'notice'>
  offers: ShopConfig['offers']
}

type LiveViewProps = {
  form: Pick<ProductFormProps, 'texts' | 'pictures'>
  categories: ProductFormProps['categories']
  shop: ShopSide
}

/** The card and the head of the page as shoppers will see them: as typed, or without JavaScript as last saved. */
export function LiveView({ form, categories, shop: { own, delivery, offers } }: LiveViewProps) {
  const { texts, pictures } = useTyped(form)
  const category = categories.find(({ id }) => id === texts.category_id)?.slug
  const content = contentSoFar({ texts, pictures }, category)
  const product = { ...content, ...own, name: content.name || NAMELESS }
  return (
    // Nothing in it can be followed or bought; its texts are in the form.
    <div inert data-side={product.category === 'hydration' ? 'hydration' : 'millet'} className="live-shown">
      <ProductCard product={toCardProduct(product)} />
      <div className="product-head">
        <ProductHead
          product={toPageProduct(product)}
          delivery={delivery}
          offer={productOffer(product, offers)}
        />
      </div>
    </div>
  )
}

/** The form's values, after each change in the browser. */
function useTyped(given: LiveViewProps['form']): LiveViewProps['form'] {
  const [typed, setTyped] = useState(given)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new form from the server is read again
  useEffect(() => {
    const form = document.getElementById(FORM_ID)
    if (!(form instanceof HTMLFormElement)) return
    const read = () => setTyped(sentProduct(new FormData(form)))
    read()
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [given])
  return typed
}
