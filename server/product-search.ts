import { setImmediate as breath } from 'node:timers/promises'
import type { Reads } from '#infra/database/reads.ts'
import type { Log } from '#infra/logging/log.ts'
import type { CatalogueEvents } from '#server/catalogue-events.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { createProductSearch, type ProductSearch } from '#shop/search/product-search.ts'

/** Delay before a change is indexed, unless a search comes first: a burst of orders changes stock many times. */
const AFTER_CHANGE_MS = 1_000

type Sources = { catalogueEvents: CatalogueEvents; reads: Pick<Reads, 'catalogue'>; log: Log }

/** Searches the catalogue in memory and follows its changes until `stop`. */
export function startProductSearch({
  catalogueEvents,
  reads,
  log,
}: Sources): ProductSearch & { stop(): Promise<void> } {
  const search = createProductSearch({
    version: () => catalogueEvents.cache.version,
    isLost: catalogueEvents.isLost,
    load: () => listProducts(reads.catalogue),
    breathe: () => breath(),
    clock: () => performance.now(),
    onError: (error) => log.warn({ err: error }, 'the catalogue could not be read to be searched'),
  })
  let waiting: NodeJS.Timeout | null = null
  let refreshing = Promise.resolve()
  const later = () => {
    waiting ??= setTimeout(() => {
      waiting = null
      refreshing = search.refresh()
    }, AFTER_CHANGE_MS).unref()
  }
  catalogueEvents.onChange(later)
  later()
  return {
    ...search,
    async stop() {
      if (waiting) clearTimeout(waiting)
      await refreshing
    },
  }
}
