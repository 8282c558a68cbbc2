import pg from 'pg'

/** A channel that is listened on. */
export type Listening = {
  /** True while the connection is lost: changes go unnoticed until it is back. */
  isLost(): boolean
  /** Resolves when everything that was announced before this call has reached `onEvent`; at once while lost. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  url: string
  channel: string
  /** With what was announced; with null after the connection was lost, when anything may have been missed. */
  onEvent: (payload: string | null) => void
  onError: (error: Error) => void
}

const AGAIN_MS = 1_000
/** A server that vanished without a word (power, network) is noticed by its silence. */
const HEARTBEAT_MS = 5_000
const PATIENCE_MS = 3_000

/**
 * Listens on a NOTIFY channel and keeps listening: when the connection breaks it is made again, and `onEvent` is
 * called then too, because something may have been missed.
 */
export function listen({ url, channel, onEvent, onError }: Options): Listening {
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
    again = setTimeout(connect, AGAIN_MS)
  }
  const connect = async () => {
    const next = open(url)
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
  // The server hands over what was announced before it answers the next question on the same connection.
  const caughtUp = async () => {
    const asked = client
    if (asked && !isLost) await asked.query('select 1').catch((error: Error) => lose(asked, error))
  }
  const heartbeat = setInterval(caughtUp, HEARTBEAT_MS).unref()
  void connect()
  const stop = async () => {
    stopped = true
    clearInterval(heartbeat)
    if (again) clearTimeout(again)
    await client?.end().catch(() => {})
  }
  return { isLost: () => isLost, caughtUp, stop }
}

function open(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
}
