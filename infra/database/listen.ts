import pg from 'pg'

/**
 * Listens on a NOTIFY channel and keeps listening: when the connection breaks it is made again, and `onEvent` is
 * called then too, because something may have been missed. Returns a function that stops.
 */
export function listen(options: {
  url: string
  channel: string
  onEvent: () => void
  onError: (error: Error) => void
}): () => Promise<void> {
  const AGAIN_MS = 1_000
  let stopped = false
  let client: pg.Client | null = null
  let again: NodeJS.Timeout | null = null

  const lost = (error: Error) => {
    if (stopped) return
    options.onError(error)
    client?.removeAllListeners().on('error', () => {})
    client = null
    again ??= setTimeout(connect, AGAIN_MS)
  }
  const connect = async () => {
    again = null
    const next = new pg.Client({ connectionString: options.url, keepAlive: true })
    client = next
    next.on('error', lost)
    next.on('end', () => client === next && lost(new Error('the listening connection ended')))
    next.on('notification', options.onEvent)
    try {
      await next.connect()
      await next.query(`listen ${next.escapeIdentifier(options.channel)}`)
      options.onEvent()
    } catch (error) {
      lost(error as Error)
    }
  }
  void connect()
  return async () => {
    stopped = true
    if (again) clearTimeout(again)
    await client?.end().catch(() => {})
  }
}
