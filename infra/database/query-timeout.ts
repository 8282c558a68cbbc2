import type { Socket } from 'node:net'
import pg from 'pg'

/** Driver fields without types: whether the last query is answered, and the socket. */
type Inside = { readyForQuery: boolean; connection: { stream: Socket } }

/** A query without an answer for `timeoutMs` fails with ETIMEDOUT and closes its connection. */
export function queryTimeoutClient(timeoutMs: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.once('connect', () => {
        const inside = this as unknown as Inside
        const { stream } = inside.connection
        stream.setTimeout(timeoutMs)
        stream.on('timeout', () => {
          if (!inside.readyForQuery) stream.destroy(silence(timeoutMs))
          // Idle: the timer has fired, and would not start again with the next query.
          else stream.setTimeout(timeoutMs)
        })
      })
    }
  }
}

function silence(ms: number): Error {
  return Object.assign(new Error(`the database did not answer within ${ms} ms`), { code: 'ETIMEDOUT' })
}
