import pg from 'pg'
import type { StockEvents } from '#shop/ctx.ts'

type Options = {
  url: string
  channel: string
  /** `payload` is null after each connect: earlier events may have been missed. */
  onEvent: (payload: string | null) => void
  onError: (error: Error) => void
}

const RECONNECT_MS = 1_000
/** Detects a server that disappeared without closing the connection. */
const HEARTBEAT_MS = 5_000
const TIMEOUT_MS = 3_000

/** Listens on a NOTIFY channel until `stop`, and reconnects when the connection breaks. */
export function listen({ url, channel, onEvent, onError }: Options) {
  let isStopped = false
  let isLost = false
  let client: pg.Client | null = null
  let reconnectTimer: NodeJS.Timeout | null = null

  const onLost = (lost: pg.Client, error: Error) => {
    if (isStopped || client !== lost) return
    client = null
    isLost = true
    onError(error)
    void lost.end().catch(() => {})
    reconnectTimer = setTimeout(connect, RECONNECT_MS)
  }
  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    })
    client = next
    next.on('error', (error) => onLost(next, error))
    next.on('end', () => onLost(next, new Error('the listening connection ended')))
    next.on('notification', ({ payload }) => onEvent(payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${next.escapeIdentifier(channel)}`)
      isLost = false
      onEvent(null)
    } catch (error) {
      onLost(next, error as Error)
    }
  }
  /** Resolves when all notifications sent before this call have reached `onEvent`; at once while disconnected. */
  const catchUp = async () => {
    const current = client
    // The server sends pending notifications before the response to the next query.
    if (current && !isLost) await current.query('select 1').catch((error: Error) => onLost(current, error))
  }
  const heartbeat = setInterval(catchUp, HEARTBEAT_MS).unref()
  void connect()
  const stop = async () => {
    isStopped = true
    clearInterval(heartbeat)
    if (reconnectTimer) clearTimeout(reconnectTimer)
    await client?.end().catch(() => {})
  }
  return {
    /** True while disconnected, when notifications are missed. */
    isLost: () => isLost,
    catchUp,
    stop,
  }
}

/** At most four notifications a second during a burst of orders. */
const MIN_INTERVAL_MS = 250

/**
 * Notifies all processes of stock changes, at most four times a second and without blocking the caller.
 * A failed notification loses nothing: each process reloads when the database is back.
 */
export function stockEvents(pool: pg.Pool, onError: (error: Error) => void): StockEvents {
  let timer: NodeJS.Timeout | undefined
  let hasMore = false
  const notify = () => {
    hasMore = false
    pool.query("select pg_notify('catalogue', '')").catch(onError)
    timer = setTimeout(() => {
      timer = undefined
      if (hasMore) notify()
    }, MIN_INTERVAL_MS).unref()
  }
  return {
    stockChanged() {
      if (timer) hasMore = true
      else notify()
    },
  }
}
