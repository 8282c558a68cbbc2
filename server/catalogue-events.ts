import { listen } from '#infra/database/listen.ts'
import { PageCache } from '#infra/page-cache/page-cache.ts'

export type CatalogueEvents = ReturnType<typeof followCatalogue>

const RETRY_MS = 1_000

/** Database triggers announce every write to the catalogue and the settings (0001_schema.sql). */
export function followCatalogue(url: string, onError: (error: Error) => void) {
  const cache = new PageCache()
  const listeners: (() => void)[] = []
  let isStopped = false
  let reload = async () => false
  let reloading = Promise.resolve()
  const drop = () => {
    cache.invalidate(Date.now())
    for (const listener of listeners) listener()
  }
  const reloadSettings = async () => {
    try {
      // A page may have been rendered with the old settings in the meantime.
      if (await reload()) drop()
    } catch (error) {
      onError(error as Error)
      if (!isStopped) setTimeout(reloadSettings, RETRY_MS).unref()
    }
  }
  const onEvent = (payload: string | null) => {
    drop()
    if (payload !== '') reloading = reloadSettings()
  }
  const listener = listen({ url, channel: 'catalogue', onEvent, onError })
  /** Resolves when settings and cached pages are no older than the writes before this call. */
  const flush = async () => {
    await listener.catchUp()
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
      isStopped = true
      await listener.stop()
      await reloading
    },
  }
}
