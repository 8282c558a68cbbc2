import type { Pool } from 'pg'
import type { StockEvents } from '#shop/ctx.ts'

/** At most four notifications a second during a burst of orders. */
const MIN_INTERVAL_MS = 250

/** Notifies all processes of stock changes, at most four times a second and without blocking the caller. */
export function stockEvents(pool: Pool, onError: (error: Error) => void): StockEvents {
  let timer: NodeJS.Timeout | undefined
  let isMore = false
  const tell = () => {
    isMore = false
    pool.query("select pg_notify('catalogue', '')").catch(onError)
    timer = setTimeout(() => {
      timer = undefined
      if (isMore) tell()
    }, MIN_INTERVAL_MS).unref()
  }
  return {
    stockChanged() {
      if (timer) isMore = true
      else tell()
    },
  }
}
