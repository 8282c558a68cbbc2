import { data, useLocation } from 'react-router'
import { ProductDialog } from '#app/admin/products/product-dialog.tsx'
import { listPath } from '#app/admin/products/products-list.server.ts'
import { formOfProduct, saveProduct } from '#app/admin/products/save-product.server.ts'
import { readForm } from '#app/request/form.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { findRecord, listCategories } from '#shop/catalogue/products.read.ts'
import { listMovements } from '#shop/inventory/movements.read.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Route } from './+types/edit.ts'

export const handle: PageHandle = {
  access: { at: '/admin/dashboard/products/{product}', get: 200, post: 422 },
}

const MOVEMENTS = 20

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(adminContext)
  const product = isUuid(params.id) ? await findRecord(db, params.id, 'all') : null
  if (!product) throw data(null, { status: 404 })
  const [categories, movements] = await Promise.all([
    listCategories(db),
    listMovements(db, product.id, MOVEMENTS),
  ])
  const shopPath = product.isActive && !product.archivedAt ? `/product/${product.id}` : null
  return { ...formOfProduct(product), categories, movements, shopPath, closeTo: listPath(request) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  return saveProduct(ctx, await readForm(request), params.id, listPath(request))
}

export default function EditProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
  const { categories, movements, shopPath, closeTo } = loaderData
  const { texts, pictures, base } = actionData ?? loaderData
  const { problems = {}, message = '', conflict = null, stock = { reason: '', note: '' } } = actionData ?? {}
  return (
    <ProductDialog
      key={base?.version}
      title="Edit Product"
      form={{ categories, texts, pictures, problems, base, stock }}
      message={message}
      conflict={conflict && { ...conflict, reloadTo: pathname + search }}
      movements={movements}
      shopPath={shopPath}
      closeTo={closeTo}
    />
  )
}
