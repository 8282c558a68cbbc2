/**
 * Loaded into a shop before its own code (node --import): records the SQL of every request with an `x-record` header
 * in the file RECORD_TO, as a line of JSON per request.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync } from 'node:fs'
import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import pg from 'pg'

/** Values as sent, times as text. */
export type Statement = { text: string; values: unknown[]; name?: string }

const current = new AsyncLocalStorage<Statement[]>()

type Asked = [config: string | Statement, values?: unknown, ...rest: unknown[]]
type Query = (this: pg.Client, ...args: Asked) => unknown

const query = pg.Client.prototype.query as Query
const recording: Query = function (...args) {
  current.getStore()?.push(statementOf(args))
  return query.apply(this, args)
}
pg.Client.prototype.query = recording as typeof pg.Client.prototype.query

function statementOf([query, values]: Asked): Statement {
  const given = Array.isArray(values) ? values : []
  if (typeof query === 'string') return { text: query, values: given }
  const { text, values: own, name } = query
  return { text, values: own ?? given, ...(name && { name }) }
}

type Emit = (this: Server, event: string, ...args: unknown[]) => boolean

const emit = Server.prototype.emit as Emit
const listening: Emit = function (event, ...args) {
  const [request, response] = args as [IncomingMessage, ServerResponse]
  if (event !== 'request' || !request.headers['x-record']) return emit.call(this, event, ...args)
  const statements: Statement[] = []
  response.on('finish', () => appendFileSync(process.env.RECORD_TO ?? '', `${JSON.stringify(statements)}\n`))
  return current.run(statements, () => emit.call(this, event, ...args))
}
Server.prototype.emit = listening as typeof Server.prototype.emit
