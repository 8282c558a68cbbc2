import { data } from 'react-router'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { pictureHeaders } from '#infra/files/file-store.ts'
import { openRequestPhoto } from '#shop/orders/request-refund.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/request-photo.ts'

export const handle: PageHandle = {
  search: 'noindex',
  access: { at: '/orders/{order}/photos/{nothing}', get: [401, 404, 404, 404] },
}

/** Serves a photograph of a refund request. Browsers revalidate copies, so each view checks the permission. */
export async function loader({ request, params: { id, photoId }, context }: Route.LoaderArgs) {
  const photo = photoId.toLowerCase()
  const result = await openRequestPhoto(shopCtx(context), { orderId: id, photoId: photo })
  if (!result.ok) throw data(null, { status: REFUSALS[result.reason].status })
  const { bytes, contentType } = result.value
  const etag = `"${photoId}"`
  const headers = { 'cache-control': 'private, no-cache', etag }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(bytes, { headers: { ...headers, ...pictureHeaders(`photo-${photo}`, contentType) } })
}
