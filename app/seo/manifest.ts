import { shopCtx } from '#app/request/context.server.ts'
import { webManifest } from '#app/seo/web-manifest.ts'
import type { Route } from './+types/manifest.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { brand } = shopCtx(context).config
  return Response.json(webManifest(brand), { headers: { 'content-type': 'application/manifest+json' } })
}
