import type { Pool } from 'pg'
import type { StockEvents } from '#shop/ctx.ts'

/** A burst of orders is told a few times a second. */
const AT_MOST_EVERY_MS = 250

/**
 * Tells every process, at once or in a moment, that stock has moved; nobody waits for it. `onError` hears when it could
 * not be told: the database is away, and then every process looks again by itself.
 */
export function stockEvents(pool: Pool, onError: (error: Error) => void): StockEvents {
  let timer: NodeJS.Timeout | undefined
  let isMore = false
  const tell = () => {
    isMore = false
    pool.query("select pg_notify('catalogue', '')").catch(onError)
    timer = setTimeout(() => {
      timer = undefined
      if (isMore) tell()
    }, AT_MOST_EVERY_MS).unref()
  }
  return {
    stockMoved() {
      if (timer) isMore = true
      else tell()
    },
  }
}
