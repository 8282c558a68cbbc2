import { ProductEditor, removeText, textKey } from '#app/admin/products/product-editor.tsx'
import { loadEditor } from '#app/admin/products/product-form.server.ts'
import { saveProduct } from '#app/admin/products/save-product.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Route } from './+types/new.ts'

export const handle: PageHandle = {
  guard: 'catalogue',
  title: 'Add Product',
  access: { get: 200, post: 422 },
}

export async function loader({ url, context }: Route.LoaderArgs) {
  return loadEditor(context, url, null)
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return saveProduct(context.get(staffContext), request, url, null)
}

/** Deletes the stored text from the browser after saving, because the new product's page does not read it. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const key = textKey(window.location)
  try {
    return await serverAction()
  } catch (answer) {
    if (answer instanceof Response && answer.headers.get('location')?.includes('done=added')) removeText(key)
    throw answer
  }
}

export default function NewProduct({ loaderData, actionData }: Route.ComponentProps) {
  return <ProductEditor {...loaderData} answer={actionData} historyTo={null} previewTo={null} />
}
