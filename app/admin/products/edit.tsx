import { ProductEditor } from '#app/admin/products/product-editor.tsx'
import { loadEditor } from '#app/admin/products/product-form.server.ts'
import { saveProduct } from '#app/admin/products/save-product.server.ts'
import { stockHistoryPath } from '#app/desk/paths.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/edit.ts'

export const handle: PageHandle = {
  guard: 'catalogue',
  title: 'Edit Product',
  access: { at: '/admin/dashboard/products/{product}', get: 200, post: 422 },
}

export async function loader({ url, params, context }: Route.LoaderArgs) {
  return loadEditor(context, url, params.id)
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  return saveProduct(context.get(staffContext), request, url, params.id)
}

export default function EditProduct({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <ProductEditor
      {...loaderData}
      answer={actionData}
      historyTo={stockHistoryPath(params.id)}
      previewTo={`/admin/product-preview/${params.id}`}
    />
  )
}
