import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { webManifest } from '#app/seo/web-manifest.ts'
import type { Route } from './+types/manifest.ts'

export const handle: PageHandle = { cached: 'exact', search: 'open', access: { get: 200 } }

export function loader({ context }: Route.LoaderArgs) {
  const { brand } = shopCtx(context).config
  return Response.json(webManifest(brand), { headers: { 'content-type': 'application/manifest+json' } })
}
