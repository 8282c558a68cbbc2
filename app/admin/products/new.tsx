import { data } from 'react-router'
import { ProductDialog } from '#app/admin/products/product-dialog.tsx'
import { BLANK_TEXTS } from '#app/admin/products/product-form-data.ts'
import { listPath } from '#app/admin/products/products-list.server.ts'
import { formOfProduct, saveProduct } from '#app/admin/products/save-product.server.ts'
import { readForm } from '#app/request/form.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { findRecord, listCategories, type ProductRecord } from '#shop/catalogue/products.read.ts'
import type { Route } from './+types/new.ts'

export const handle: PageHandle = { access: { get: 200, post: 422 } }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(adminContext)
  const copied = new URL(request.url).searchParams.get('copy')
  const product = copied ? await findRecord(db, copied, 'all') : null
  if (copied && !product) throw data(null, { status: 404 })
  return {
    categories: await listCategories(db),
    copy: product && copyOf(product),
    closeTo: listPath(request),
  }
}

/** The form of a copy: what names or counts one product alone is empty, and it is not on sale. Pictures are shared. */
function copyOf(product: ProductRecord) {
  const { texts, pictures } = formOfProduct(product)
  const own = {
    name: `Copy of ${product.name}`.slice(0, 120),
    slug: '',
    barcode: '',
    stock_quantity: '0',
    is_active: '',
  }
  return { texts: { ...texts, ...own }, pictures }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  return saveProduct(ctx, await readForm(request), null, listPath(request))
}

export default function NewProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { categories, copy, closeTo } = loaderData
  const opened = copy ?? { texts: BLANK_TEXTS, pictures: [] }
  const { texts = opened.texts, pictures = opened.pictures, problems = {}, message = '' } = actionData ?? {}
  return (
    <ProductDialog
      title="Add Product"
      form={{ categories, texts, pictures, problems, base: null, stock: { reason: '', note: '' } }}
      message={message}
      conflict={null}
      movements={null}
      shopPath={null}
      closeTo={closeTo}
    />
  )
}
