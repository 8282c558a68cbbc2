import { setTimeout as pause } from 'node:timers/promises'

/** Delay of rendering after a change: a burst of orders must not keep the server busy. */
const AFTER_CHANGE_MS = 60_000
/** Pause between two pages, which lets requests go first. */
const BREATH_MS = 10

export type WarmUp = {
  /** Cached pages may be stale now. */
  later(): void
  stop(): Promise<void>
}

type Options = {
  listUrls: () => Promise<string[]>
  warm: (url: string) => Promise<unknown>
  onDone: (count: number) => void
  /** Most likely the database is away; the next change starts again. */
  onError: (error: unknown) => void
}

/**
 * Renders every public page in the background, one at a time: at the start, and some time after changes. So every
 * page, even one without visitors, has a last version when the database goes away.
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
