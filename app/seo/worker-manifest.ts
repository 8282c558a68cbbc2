import { readerIn } from '#app/programme/words/words.server.ts'
import { shopCtx } from '#app/request/context.server.ts'
import { chosenLanguage } from '#app/request/cookies.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { workerManifest } from '#app/seo/web-manifest.ts'
import type { Route } from './+types/worker-manifest.ts'

export const handle: PageHandle = { search: 'open', feature: 'programme', access: { get: 200 } }

export function loader({ request, context }: Route.LoaderArgs) {
  const { brand } = shopCtx(context).config
  const language = chosenLanguage(request) ?? 'en'
  return Response.json(workerManifest(brand, language, readerIn(language).words.app), {
    headers: { 'content-type': 'application/manifest+json' },
  })
}
