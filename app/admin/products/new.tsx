import { ProductEditor } from '#app/admin/products/product-editor.tsx'
import { openPage } from '#app/admin/products/product-form.server.ts'
import { saveProduct } from '#app/admin/products/save-product.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/new.ts'

export const handle: PageHandle = { title: 'Add Product', access: { get: 200, post: 422 } }

export async function loader({ url, context }: Route.LoaderArgs) {
  return openPage(context, url, null)
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return saveProduct(context.get(adminContext), request, url, null)
}

export default function NewProduct({ loaderData, actionData }: Route.ComponentProps) {
  const form = actionData ?? loaderData.form
  return <ProductEditor {...loaderData} form={form} movements={null} shopPath={null} />
}
