import type { Socket } from 'node:net'
import pg from 'pg'

/** What the driver keeps of a connection beside its types: whether the last question has been answered, and its socket. */
type Inside = { readyForQuery: boolean; connection: { stream: Socket } }

/**
 * The driver's client with a limit to its patience: when a question has got no byte of an answer for `patienceMs`, the
 * connection is cut and whoever asked gets an ETIMEDOUT. A server that was frozen, or lost without a word, would
 * otherwise hold every request for good. The connection is not used again: nobody knows what becomes of the question.
 */
export function queryTimeoutClient(patienceMs: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.once('connect', () => {
        const inside = this as unknown as Inside
        const { stream } = inside.connection
        stream.setTimeout(patienceMs)
        stream.on('timeout', () => {
          if (!inside.readyForQuery) stream.destroy(silence(patienceMs))
          // Idle: a timer that has gone off would not start again with the next question.
          else stream.setTimeout(patienceMs)
        })
      })
    }
  }
}

function silence(ms: number): Error {
  return Object.assign(new Error(`the database did not answer within ${ms} ms`), { code: 'ETIMEDOUT' })
}
