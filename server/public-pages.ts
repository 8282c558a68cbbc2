import type { Hono } from 'hono'
import { RECIPES } from '#content/recipes/recipes.ts'
import { publicUrls } from '#server/cacheable.ts'
import { type CachedPages, createCachedPages } from '#server/cached-pages.ts'
import type { CatalogueEvents } from '#server/catalogue-events.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { renderPage } from '#server/render-page.ts'
import { startWarmUp, type WarmUp } from '#server/warm-up.ts'
import type { Web } from '#server/web-build.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { isOpen } from '#shop/features.ts'
import { VISITOR } from '#shop/kernel/actor.ts'

type Sources = { parts: Dependencies; web: Web; news: CatalogueEvents; site: Pick<Hono, 'fetch'> }

/** The pages and catalogue answers that are the same for everybody, as a visitor sees them. */
export function publicPages({ parts, web, news, site }: Sources): CachedPages {
  const renderPublic = async (url: string, nonce: string) => {
    const request = new Request(new URL(url, parts.settings.origin))
    if (url.startsWith('/api/')) return site.fetch(request)
    return renderPage({ parts, web, news, request, actor: VISITOR, nonce })
  }
  return createCachedPages({
    cache: news.cache,
    renderPublic,
    isAway: news.isLost,
    origin: parts.settings.origin,
  })
}

/** Keeps all of them, also those that nobody has opened yet, now and after every change. */
export function warmPageCache(
  { db, log, settings }: Dependencies,
  pages: CachedPages,
  news: CatalogueEvents,
): WarmUp {
  const warmUp = startWarmUp({
    listUrls: async () =>
      publicUrls(
        (await listProducts(db)).map(({ id }) => id),
        RECIPES.map(({ id }) => id),
      ).filter((url) => isOpen(url, settings.features)),
    warm: async (url) => pages.find(url) ?? pages.answer(url),
    onDone: (count) => log.info({ count }, 'public pages are kept'),
    onError: (error) => log.warn({ err: error }, 'public pages could not be rendered'),
  })
  news.onChange(warmUp.later)
  return warmUp
}
