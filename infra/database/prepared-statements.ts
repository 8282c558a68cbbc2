import { createHash } from 'node:crypto'
import type pg from 'pg'
import { PREPARED_MARK } from '#shop/prepared-statement.ts'

/**
 * A client under which statements that are marked so (shop/prepared-statement.ts) are prepared under a name, once for each
 * connection. Every text has one name in all processes.
 */
export function preparedStatementClient(Client: typeof pg.Client): typeof pg.Client {
  return class extends Client {
    override query(...args: unknown[]): never {
      const [text, values] = args
      const isKept = typeof text === 'string' && text.includes(PREPARED_MARK)
      return super.query(...((isKept ? [{ name: planName(text), text, values }] : args) as [string])) as never
    }
  }
}

const names = new Map<string, string>()

function planName(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}
