import { NOTICE_ID } from '#app/kit/paths.ts'
import { NoticeForm } from '#app/storefront/stock-notice-form.tsx'

/** Below a product that is out of stock. */
export default function StockNotice({ productId }: { productId: string }) {
  return (
    <section id={NOTICE_ID} className="my-10 max-w-form" aria-labelledby="stock-notice-title">
      <h2 id="stock-notice-title" className="display text-2xl">
        Notify me when back in stock
      </h2>
      <p className="mt-3 mb-5 text-ink-soft">One email, and nothing else. It has a link to leave the list.</p>
      <NoticeForm productId={productId} answer={undefined} />
    </section>
  )
}
