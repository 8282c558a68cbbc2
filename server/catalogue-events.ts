import { type Listening, listen } from '#infra/database/listen.ts'
import { PageCache } from '#infra/page-cache/page-cache.ts'

export type CatalogueEvents = {
  cache: PageCache
  /** True while the database is unavailable, so that changes may be missed. */
  isLost(): boolean
  /** Resolves when no cached page is older than the writes before this call. */
  shown(): Promise<void>
  onChange(heard: () => void): void
  stop: Listening['stop']
}

/** Database triggers announce every write to the catalogue (0001_schema.sql). */
export function followCatalogue(url: string, onError: (error: Error) => void): CatalogueEvents {
  const cache = new PageCache()
  const hearers: (() => void)[] = []
  const onEvent = () => {
    cache.drop(Date.now())
    for (const heard of hearers) heard()
  }
  const { isLost, caughtUp, stop } = listen({ url, channel: 'catalogue', onEvent, onError })
  const shown = async () => {
    await caughtUp()
    cache.flush(Date.now())
  }
  return { cache, isLost, shown, onChange: (heard) => void hearers.push(heard), stop }
}
