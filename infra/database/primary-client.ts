import type pg from 'pg'

/** SQLSTATEs of a server that is no longer the primary, or stops: read-only, shutting down, crashed, starting up. */
const NOT_PRIMARY = /^(25006|57P0[1-3])$/
/** SQLSTATE "statement completion unknown". */
const UNKNOWN = '40003'
const WARNING = '01000'

const spent = new WeakSet<pg.ClientBase>()

/**
 * A client for a primary that can change. A connection that has met a server which is not the primary is marked, so that
 * `dropSpent` closes it. A statement that ends with a warning fails with SQLSTATE 40003: a cancelled wait for the
 * synchronous standby is such a warning, and what was committed is then on one machine alone.
 */
export function primaryClient(Base: typeof pg.Client): typeof pg.Client {
  return class extends Base {
    #warning: string | null = null

    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.on('notice', ({ code, message }) => {
        if (code === WARNING) this.#warning = message ?? ''
      })
    }

    override query(...args: unknown[]): never {
      const answer: unknown = super.query(...(args as [string]))
      // With a callback, the pool itself closes a connection whose query failed.
      return (answer instanceof Promise ? this.#judged(answer) : answer) as never
    }

    async #judged(answer: Promise<unknown>): Promise<unknown> {
      this.#warning = null
      try {
        const result = await answer
        if (this.#warning === null) return result
        spent.add(this)
        throw Object.assign(new Error(`not known to be kept: ${this.#warning}`), { code: UNKNOWN })
      } catch (error) {
        if (NOT_PRIMARY.test((error as { code?: string }).code ?? '')) spent.add(this)
        throw error
      }
    }
  }
}

/** Closes marked connections when they return to the pool; the next one goes to the present primary. */
export function dropSpent(pool: pg.Pool): void {
  pool.on('release', (_error, client) => {
    if (spent.has(client)) void (client as pg.Client).end().catch(() => {})
  })
}
