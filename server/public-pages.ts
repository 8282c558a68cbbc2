import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Hono } from 'hono'
import { RECIPES } from '#content/recipes/recipes.ts'
import { requestUnderWay } from '#infra/logging/security-events.ts'
import { cachedUrls } from '#server/cacheable.ts'
import { type CachedPages, createCachedPages } from '#server/cached-pages.ts'
import type { CatalogueEvents } from '#server/catalogue-events.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { renderPage } from '#server/render-page.ts'
import { commonHeaders } from '#server/security-headers.ts'
import type { Web } from '#server/web-build.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { MINUTE_MS } from '#shop/kernel/duration.ts'

/** Delays rendering after a change: a burst of orders must not keep the server busy. */
const AFTER_CHANGE_MS = MINUTE_MS

/** Pause between two pages, so that requests go first. */
const BREATH_MS = 10

type Sources = { deps: Dependencies; web: Web; catalogueEvents: CatalogueEvents; site: Pick<Hono, 'fetch'> }

export function publicPages({ deps, web, catalogueEvents, site }: Sources): CachedPages {
  const renderPublic = async (url: string, nonce: string) => {
    const { requestId = randomUUID() } = requestUnderWay()
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
    isAway: catalogueEvents.isLost,
    common: commonHeaders(deps.settings),
    stylesheets: web.stylesheets,
  })
}

/** Renders public pages now and after every change of the catalogue. */
export function warmPageCache(
  { products, log, settings }: Dependencies,
  { pages, web, catalogueEvents }: { pages: CachedPages; web: Web; catalogueEvents: CatalogueEvents },
): WarmUp {
  const warmUp = startWarmUp({
    listUrls: async () =>
      cachedUrls(web.registry(), settings.features, {
        products: (await products.get()).map(({ id }) => id),
        recipes: RECIPES.map(({ id }) => id),
      }),
    warm: async (url) => pages.find(url) ?? pages.answer(url),
    onDone: (count) => log.info({ count }, 'public pages are cached'),
    onError: (error) => log.warn({ err: error }, 'public pages could not be rendered'),
  })
  catalogueEvents.onChange(warmUp.later)
  return warmUp
}

type WarmUp = {
  later(): void
  stop(): Promise<void>
}

type Options = {
  listUrls: () => Promise<string[]>
  warm: (url: string) => Promise<unknown>
  onDone: (count: number) => void
  /** The database may be unavailable; the next change retries. */
  onError: (error: unknown) => void
}

/** Renders every public page ahead, so that each has a copy to show when the database fails. */
function startWarmUp({ listUrls, warm, onDone, onError }: Options): WarmUp {
  let stopped = false
  let waiting: NodeJS.Timeout | null = null
  const round = async () => {
    const urls = await listUrls()
    for (const url of urls) {
      if (stopped) return
      await warm(url)
      await pause(BREATH_MS, undefined, { ref: false })
    }
    onDone(urls.length)
  }
  let running = round().catch(onError)
  const again = () => {
    waiting = null
    running = running.then(round).catch(onError)
  }
  return {
    later: () => {
      waiting ??= setTimeout(again, AFTER_CHANGE_MS).unref()
    },
    stop: async () => {
      stopped = true
      if (waiting) clearTimeout(waiting)
      await running
    },
  }
}
