import { setTimeout as pause } from 'node:timers/promises'

/** After a change the pages are rendered again this much later: a burst of orders must not keep the server busy. */
const AFTER_CHANGE_MS = 60_000
/** Between two pages requests come first. */
const BREATH_MS = 10

export type WarmUp = {
  /** Pages may be old now. */
  later(): void
  stop(): Promise<void>
}

type Options = {
  listUrls: () => Promise<string[]>
  warm: (url: string) => Promise<unknown>
  onDone: (count: number) => void
  /** The database is away, most likely: the next change begins anew. */
  onError: (error: unknown) => void
}

/**
 * Renders every public page in the background, one at a time: at once, and again some time after changes. So that
 * there is a last version of each when the database goes away, also of pages that nobody has opened yet.
 */
export function startWarmUp({ listUrls, warm, onDone, onError }: Options): WarmUp {
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
