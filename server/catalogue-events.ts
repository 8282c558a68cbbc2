import { listen } from '#infra/database/listen.ts'
import { PageCache } from '#infra/page-cache/page-cache.ts'

export type CatalogueEvents = ReturnType<typeof followCatalogue>

/** Database triggers announce every write to the catalogue (0001_schema.sql). */
export function followCatalogue(url: string, onError: (error: Error) => void) {
  const cache = new PageCache()
  const hearers: (() => void)[] = []
  const onEvent = () => {
    cache.drop(Date.now())
    for (const heard of hearers) heard()
  }
  const { isLost, caughtUp, stop } = listen({ url, channel: 'catalogue', onEvent, onError })
  /** Resolves when no cached page is older than the writes before this call. */
  const whenShown = async () => {
    await caughtUp()
    cache.flush(Date.now())
  }
  return { cache, isLost, whenShown, onChange: (heard: () => void) => void hearers.push(heard), stop }
}
