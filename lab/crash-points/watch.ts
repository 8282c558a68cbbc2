import type { Statement, Watcher } from '#lab/crash-points/statement-gate.ts'

/** A crash comes before the step reaches the server, or after it is done there and before the response. */
export type Side = 'before' | 'after'

/** The `occurrence`-th time that `key` happens in an operation. `name` is for reports. */
export type Step = { key: string; occurrence: number; name: string; sides: readonly Side[] }

/** Statements that run without the operation, too. */
const BACKGROUND = [
  /^select 1$/,
  /^listen /,
  /pg_listening_channels|pg_catalog|kysely_migration|information_schema/,
  /rollup_marks|audit_followers|audit_positions|from audit_chain|update payment_intents set next_check_at|"request_limits" where "window_ends_at"/,
  // Every process reloads catalogue and search after a change.
  /^select "products"\.\*|^with sold as|"site_texts"/,
  // Checks at the start of a process.
  /^with wanting as|^select "id" from "users" where "staff_role"/,
]
/** First statement of a scheduled transaction: rollups or audit log. */
const CLOCK_TRANSACTION = /pg_try_advisory_xact_lock|audit_positions|update payment_intents set next_check_at/

const FETCH = /WITH next AS \( SELECT j\.id FROM pgboss\.\w+ j WHERE j\.name = '([\w-]+)'/
const CLOCK_QUEUES =
  /^(payments-due|stock-notices-due|audit-alerts|programme-hourly|worker-deadlines|retention|product-pictures|__pgboss__.*)$/
const FINISHED = /state = 'completed'|retried_jobs/

/** Returns the step's key, or null for a statement without an operation. `isFetch`: counts only if it fetches a job. */
function read(sql: string, values: readonly string[]): { key: string; isFetch: boolean } | null {
  const text = sql.replace(/\s+/g, ' ').trim()
  const plain = text.replaceAll('/* prepared */ ', '')
  if (text.startsWith('call ') || text.startsWith('mail')) return { key: text, isFetch: false }
  if (BACKGROUND.some((pattern) => pattern.test(plain))) return null
  const isOwn = text.includes('/* prepared */')
  if (!text.includes('pgboss') || isOwn) return { key: plain, isFetch: false }
  const [, queue] = FETCH.exec(text) ?? []
  if (queue) return CLOCK_QUEUES.test(queue) ? null : { key: `fetch ${queue}`, isFetch: true }
  const [name = ''] = values
  const isFinish = FINISHED.test(text) && /^[\w-]+$/.test(name) && !CLOCK_QUEUES.test(name)
  return isFinish && /\bid = ANY/i.test(text) ? { key: `finish ${name}`, isFetch: false } : null
}

/** The first words of a statement: `insert orders`, `select users`, `commit`. */
function nameOf(key: string): string {
  const [, verb, table] =
    /\b(insert into|update|delete from) (?:only )?"?(?:pgboss\.)?(\w+)/i.exec(key) ??
    /^(select)\b.*? from "?([a-z_]+)/i.exec(key) ??
    []
  if (/^(call|mail|fetch|finish)/.test(key) || !verb || !table) return key.slice(0, 60)
  return `${verb.split(' ')[0]?.toLowerCase()} ${table}`
}

/**
 * Watches a process: `record` starts a list of steps that `recorded` returns; `freeze` stops the connection at one
 * side of a step and then resolves. Each call counts occurrences from 1.
 */
export function stepWatch() {
  let counts = new Map<string, number>()
  let list: Step[] | null = null
  let trap: { step: Step; side: Side; met: () => void } | null = null
  /** Open transactions by connection: just begun, of an operation, or scheduled. */
  const inside = new Map<number, 'begun' | 'own' | 'clock'>()
  const classified = new WeakMap<Statement, { key: string; isFetch: boolean }>()
  const counted = new WeakMap<Statement, Step>()

  /** Returns the statement's step; `begin` is none. */
  function keyOf({ sql, values, connection }: Statement) {
    if (/^(begin|start transaction)/i.test(sql)) return void inside.set(connection, 'begun')
    if (inside.get(connection) === 'begun')
      inside.set(connection, CLOCK_TRANSACTION.test(sql) ? 'clock' : 'own')
    const isByTheClock = inside.get(connection) === 'clock'
    if (/^(commit|rollback)$/i.test(sql)) inside.delete(connection)
    return isByTheClock ? null : read(sql, values)
  }

  function count(statement: Statement, key: string, sides: readonly Side[]): void {
    const occurrence = (counts.get(key) ?? 0) + 1
    counts.set(key, occurrence)
    const step = { key, occurrence, name: nameOf(key), sides }
    counted.set(statement, step)
    list?.push(step)
  }

  /** True if the process must stop at this side of the statement. */
  function isTrapped(statement: Statement, side: Side): boolean {
    const step = counted.get(statement)
    if (
      !trap ||
      trap.side !== side ||
      trap.step.key !== step?.key ||
      trap.step.occurrence !== step.occurrence
    )
      return false
    trap.met()
    trap = null
    return true
  }

  const watcher: Watcher = {
    onSent(statement) {
      const found = keyOf(statement)
      if (!found) return false
      classified.set(statement, found)
      if (found.isFetch) return false
      count(statement, found.key, ['before', 'after'])
      return isTrapped(statement, 'before')
    },
    onDone(statement) {
      const found = classified.get(statement)
      // Only the result shows if a fetch got a job.
      if (found?.isFetch && statement.rows) count(statement, found.key, ['after'])
      return isTrapped(statement, 'after')
    },
  }
  return {
    watcher,
    record() {
      counts = new Map()
      list = []
    },
    recorded(): Step[] {
      const all = list ?? []
      list = null
      return all
    },
    freeze(step: Step, side: Side): Promise<void> {
      counts = new Map()
      return new Promise((met) => {
        trap = { step, side, met }
      })
    },
    letGo() {
      trap = null
    },
  }
}
