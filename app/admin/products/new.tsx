import { ProductDialog } from '#app/admin/products/product-dialog.tsx'
import { BLANK_TEXTS } from '#app/admin/products/product-form-data.ts'
import { listPath } from '#app/admin/products/products-list.server.ts'
import { saveProduct } from '#app/admin/products/save-product.server.ts'
import { readForm } from '#app/request/form.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { listCategories } from '#shop/catalogue/products.read.ts'
import type { Route } from './+types/new.ts'

export const handle: PageHandle = { access: { get: 200, post: 422 } }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(adminContext)
  return { categories: await listCategories(db), closeTo: listPath(request) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  return saveProduct(ctx, await readForm(request), null, listPath(request))
}

export default function NewProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { categories, closeTo } = loaderData
  const { texts = BLANK_TEXTS, pictures = [], problems = {}, message = '' } = actionData ?? {}
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
