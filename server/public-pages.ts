import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Hono } from 'hono'
import { RECIPES } from '#content/recipes/recipes.ts'
import { currentRequest } from '#infra/logging/security-events.ts'
import { cachedUrls } from '#server/cacheable.ts'
import { type CachedPages, createCachedPages } from '#server/cached-pages.ts'
import type { CatalogueEvents } from '#server/catalogue-events.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { renderPage } from '#server/render-page.ts'
import { commonHeaders } from '#server/security-headers.ts'
import type { Web } from '#server/web-build.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'

/** Delays rendering after a change, so that a burst of orders does not keep the server busy. */
const AFTER_CHANGE_MS = MINUTE_MS

/** Pauses between two pages, so that requests go first. */
const PAUSE_MS = 10

type Sources = { deps: Dependencies; web: Web; catalogueEvents: CatalogueEvents; site: Pick<Hono, 'fetch'> }

export function publicPages({ deps, web, catalogueEvents, site }: Sources): CachedPages {
  const renderPublic = async (url: string, nonce: string) => {
    const { requestId = randomUUID() } = currentRequest()
    const request = new Request(new URL(url, deps.settings.origin), {
      headers: { 'x-request-id': requestId },
    })
    if (url.startsWith('/api/')) return site.fetch(request)
    const page = await renderPage({ deps, web, catalogueEvents, request, actor: VISITOR, nonce })
    page.headers.set('x-request-id', requestId)
    return page
  }
  return createCachedPages({
    cache: catalogueEvents.cache,
    renderPublic,
    isOutage: catalogueEvents.isLost,
    common: commonHeaders(deps.settings),
    sheets: web.sheets,
    paths: web.registry().pages.flatMap(({ path, handle }) => (handle.cached ? path : [])),
  })
}

/** Renders every public page now and after changes, so that all are cached if the database fails. */
export function warmPageCache(
  { products, log, settings }: Dependencies,
  { pages, web, catalogueEvents }: { pages: CachedPages; web: Web; catalogueEvents: CatalogueEvents },
) {
  let isStopped = false
  let timer: NodeJS.Timeout | null = null
  const renderAll = async () => {
    const ids = { products: (await products.get()).map(({ id }) => id), recipes: RECIPES.map(({ id }) => id) }
    const urls = cachedUrls(web.registry(), settings.features, ids)
    for (const url of urls) {
      if (isStopped) return
      if (!pages.find(url)) await pages.answer(url)
      await pause(PAUSE_MS, undefined, { ref: false })
    }
    log.info({ count: urls.length }, 'public pages are cached')
  }
  // The database may be unavailable; the next change retries.
  const tryRenderAll = () =>
    renderAll().catch((error) => log.warn({ err: error }, 'public pages could not be rendered'))
  let running = tryRenderAll()
  catalogueEvents.onChange(() => {
    timer ??= setTimeout(() => {
      timer = null
      running = running.then(tryRenderAll)
    }, AFTER_CHANGE_MS).unref()
  })
  return {
    async stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}
