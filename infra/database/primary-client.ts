import type pg from 'pg'

/** SQLSTATEs of a server that is not the primary: read-only, shutting down, crashed, starting up. */
const NOT_PRIMARY = /^(25006|57P0[1-3])$/
const UNKNOWN = '40003'
const WARNING = '01000'

const spent = new WeakSet<pg.ClientBase>()

/** Marks connections whose server is no longer the primary. A warning may mean a commit on one machine only. */
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

/** Closes marked connections when they return to the pool. */
export function dropSpent(pool: pg.Pool): void {
  pool.on('release', (_error, client) => {
    if (spent.has(client)) void (client as pg.Client).end().catch(() => {})
  })
}
