import { ProductEditor } from '#app/admin/products/product-editor.tsx'
import { openPage } from '#app/admin/products/product-form.server.ts'
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
  return openPage(context, url, null)
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return saveProduct(context.get(staffContext), request, url, null)
}

/**
 * The first step saved makes a draft. The address of the present page then names it, too, so that Back shows what was
 * typed here.
 */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (answer) {
    const to = answer instanceof Response && answer.headers.get('location')
    if (to) nameDraft(new URL(to, window.location.href))
    throw answer
  }
}

function nameDraft({ pathname, searchParams }: URL): void {
  const here = new URL(window.location.href)
  const draft = searchParams.get('draft')
  if (!draft || here.pathname !== pathname || here.searchParams.get('draft') === draft) return
  here.searchParams.delete('copy')
  here.searchParams.set('draft', draft)
  window.history.replaceState(window.history.state, '', here)
}

export default function NewProduct({ loaderData, actionData }: Route.ComponentProps) {
  const form = actionData ?? loaderData.form
  return <ProductEditor {...loaderData} form={form} movements={null} shopPath={null} />
}
