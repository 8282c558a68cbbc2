import { listen } from '#infra/database/listen.ts'
import { PageCache } from '#infra/page-cache/page-cache.ts'

export type CatalogueEvents = ReturnType<typeof followCatalogue>

const RETRY_MS = 1_000

/** Drops cached pages after writes to catalogue or settings. Triggers announce such writes (0001_schema.sql). */
export function followCatalogue(url: string, onError: (error: Error) => void) {
  const cache = new PageCache()
  const listeners: (() => void)[] = []
  let isOutdated = false
  let reload = async () => false
  let reloading = Promise.resolve()
  const drop = () => {
    cache.invalidate(Date.now())
    for (const listener of listeners) listener()
  }
  const reloadSettings = async () => {
    try {
      // A page may have been rendered with the old settings during the reload.
      if (await reload()) drop()
      isOutdated = false
    } catch (error) {
      isOutdated = true
      onError(error as Error)
    }
  }
  const onEvent = (payload: string | null) => {
    drop()
    if (payload !== '') reloading = reloadSettings()
  }
  const listener = listen({ url, channel: 'catalogue', onEvent, onError })
  const reloadIfUnsure = () => {
    if (isOutdated || listener.isLost()) reloading = reloadSettings()
  }
  const timer = setInterval(reloadIfUnsure, RETRY_MS).unref()
  /** Resolves when settings and cached pages include all writes before this call. */
  const flush = async () => {
    await listener.catchUp()
    reloadIfUnsure()
    await reloading
    cache.flush(Date.now())
  }
  return {
    cache,
    isLost: listener.isLost,
    flush,
    onChange: (listener: () => void) => void listeners.push(listener),
    /** `reloads`: returns true if a setting changed. */
    onSettings(reloads: () => Promise<boolean>) {
      reload = reloads
    },
    async stop() {
      clearInterval(timer)
      await listener.stop()
      await reloading
    },
  }
}
