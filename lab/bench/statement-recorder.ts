/**
 * Records the SQL of every request with an `x-record` header in the file RECORD_TO, as a line of JSON per request. The
 * shop loads this file before its own code (node --import).
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync } from 'node:fs'
import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import pg from 'pg'

/** A statement with the values that the shop sends. In the file, a Date is a string. */
export type Statement = { text: string; values: unknown[]; name?: string }

const current = new AsyncLocalStorage<Statement[]>()

type QueryArguments = [config: string | Statement, values?: unknown, ...rest: unknown[]]
type Query = (this: pg.Client, ...args: QueryArguments) => unknown

const query = pg.Client.prototype.query as Query
const queryAndRecord: Query = function (...args) {
  current.getStore()?.push(statementOf(args))
  return query.apply(this, args)
}
pg.Client.prototype.query = queryAndRecord as typeof pg.Client.prototype.query

function statementOf([query, values]: QueryArguments): Statement {
  const separateValues = Array.isArray(values) ? values : []
  if (typeof query === 'string') return { text: query, values: separateValues }
  const { text, values: own, name } = query
  return { text, values: own ?? separateValues, ...(name && { name }) }
}

type Emit = (this: Server, event: string, ...args: unknown[]) => boolean

const emit = Server.prototype.emit as Emit
const emitAndRecord: Emit = function (event, ...args) {
  const [request, response] = args as [IncomingMessage, ServerResponse]
  if (event !== 'request' || !request.headers['x-record']) return emit.call(this, event, ...args)
  const statements: Statement[] = []
  response.on('finish', () => appendFileSync(process.env.RECORD_TO ?? '', `${JSON.stringify(statements)}\n`))
  return current.run(statements, () => emit.call(this, event, ...args))
}
Server.prototype.emit = emitAndRecord as typeof Server.prototype.emit
