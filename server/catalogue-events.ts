import { type Listening, listen } from '#infra/database/listen.ts'
import { PageCache } from '#infra/page-cache/page-cache.ts'

/** This process's copy of the catalogue, and whether it is current. */
export type CatalogueEvents = {
  cache: PageCache
  /** The database is away, so the catalogue may have changed unnoticed. */
  isLost(): boolean
  /** Resolves when no kept page is older than what was written before this call. */
  shown(): Promise<void>
  /** Calls back after every change, of whichever process. */
  onChange(heard: () => void): void
  stop: Listening['stop']
}

/** Every write to the catalogue is announced by the database (see 0002_catalogue.sql) and makes kept pages old. */
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
