import { shopCtx } from '#app/request/context.server.ts'
import { workerManifest } from '#app/seo/web-manifest.ts'
import type { Route } from './+types/worker-manifest.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { brand } = shopCtx(context).config
  return Response.json(workerManifest(brand), { headers: { 'content-type': 'application/manifest+json' } })
}
