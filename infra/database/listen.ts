import pg from 'pg'
import type { StockEvents } from '#shop/ctx.ts'

type Options = {
  url: string
  channel: string
  /** `payload` is null after a reconnect, when some may have been missed. */
  onEvent: (payload: string | null) => void
  onError: (error: Error) => void
}

const RECONNECT_MS = 1_000
/** Detects a server that disappeared without closing the connection. */
const HEARTBEAT_MS = 5_000
const TIMEOUT_MS = 3_000

/** Listens on a NOTIFY channel until `stop`, and reconnects when the connection breaks. */
export function listen({ url, channel, onEvent, onError }: Options) {
  let stopped = false
  let isLost = false
  let client: pg.Client | null = null
  let again: NodeJS.Timeout | null = null

  const lose = (lost: pg.Client, error: Error) => {
    if (stopped || client !== lost) return
    client = null
    isLost = true
    onError(error)
    void lost.end().catch(() => {})
    again = setTimeout(connect, RECONNECT_MS)
  }
  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    })
    client = next
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next, new Error('the listening connection ended')))
    next.on('notification', ({ payload }) => onEvent(payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${next.escapeIdentifier(channel)}`)
      isLost = false
      onEvent(null)
    } catch (error) {
      lose(next, error as Error)
    }
  }
  /** Resolves when all notifications sent before this call have reached `onEvent`; at once while disconnected. */
  const caughtUp = async () => {
    const current = client
    // The server sends pending notifications before the answer to the next query.
    if (current && !isLost) await current.query('select 1').catch((error: Error) => lose(current, error))
  }
  const heartbeat = setInterval(caughtUp, HEARTBEAT_MS).unref()
  void connect()
  const stop = async () => {
    stopped = true
    clearInterval(heartbeat)
    if (again) clearTimeout(again)
    await client?.end().catch(() => {})
  }
  return {
    /** True while disconnected: notifications are missed. */
    isLost: () => isLost,
    caughtUp,
    stop,
  }
}

/** At most four notifications a second during a burst of orders. */
const MIN_INTERVAL_MS = 250

/**
 * Notifies all processes of stock changes, at most four times a second and without blocking the caller.
 * While the database is away nothing is lost: each process reloads once it is back.
 */
export function stockEvents(pool: pg.Pool, onError: (error: Error) => void): StockEvents {
  let timer: NodeJS.Timeout | undefined
  let isMore = false
  const notify = () => {
    isMore = false
    pool.query("select pg_notify('catalogue', '')").catch(onError)
    timer = setTimeout(() => {
      timer = undefined
      if (isMore) notify()
    }, MIN_INTERVAL_MS).unref()
  }
  return {
    stockChanged() {
      if (timer) isMore = true
      else notify()
    },
  }
}
