import { listen } from '#infra/database/listen.ts'
import { PageCache } from '#infra/page-cache/page-cache.ts'

export type CatalogueEvents = ReturnType<typeof followCatalogue>

/** Database triggers announce every write to the catalogue (0001_schema.sql). */
export function followCatalogue(url: string, onError: (error: Error) => void) {
  const cache = new PageCache()
  const listeners: (() => void)[] = []
  const onEvent = () => {
    cache.invalidate(Date.now())
    for (const listener of listeners) listener()
  }
  const { isLost, catchUp, stop } = listen({ url, channel: 'catalogue', onEvent, onError })
  /** Resolves when no cached page is older than the writes before this call. */
  const flush = async () => {
    await catchUp()
    cache.flush(Date.now())
  }
  return { cache, isLost, flush, onChange: (listener: () => void) => void listeners.push(listener), stop }
}
