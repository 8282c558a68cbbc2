import { shopCtx } from '#app/request/context.server.ts'
import { chosenLanguage } from '#app/request/cookies.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { workerManifest } from '#app/seo/web-manifest.ts'
import type { Route } from './+types/worker-manifest.ts'

export const handle: PageHandle = { search: 'open', feature: 'programme', access: { get: 200 } }

export function loader({ request, context }: Route.LoaderArgs) {
  const { brand } = shopCtx(context).config
  return Response.json(workerManifest(brand, chosenLanguage(request) ?? 'en'), {
    headers: { 'content-type': 'application/manifest+json' },
  })
}
