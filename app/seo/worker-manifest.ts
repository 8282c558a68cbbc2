import { readerIn } from '#app/programme/words/words.server.ts'
import { shopCtx } from '#app/request/context.server.ts'
import { chosenLanguage } from '#app/request/cookies.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { PAPER, webManifest } from '#app/seo/web-manifest.ts'
import type { Route } from './+types/worker-manifest.ts'

export const handle: PageHandle = { search: 'open', feature: 'programme', access: { get: 200 } }

export function loader({ request, context }: Route.LoaderArgs) {
  const { brand } = shopCtx(context).config
  const language = chosenLanguage(request) ?? 'en'
  return Response.json(workerManifest(brand, language, readerIn(language).words.app), {
    headers: { 'content-type': 'application/manifest+json' },
  })
}

/** Returns the manifest of the workers' app, which opens without browser bars and is named in their language. */
export function workerManifest(brand: string, language: string, app: { name: string; about: string }) {
  return {
    ...webManifest(brand),
    id: '/shg-worker-dashboard',
    // Adds the shop's name to the English name, which alone would be too general.
    name: language === 'en' ? `${brand}: ${app.name.toLowerCase()}` : app.name,
    short_name: app.name,
    description: app.about,
    lang: `${language}-IN`,
    start_url: '/shg-worker-dashboard',
    display: 'standalone',
    theme_color: PAPER,
  }
}
