import type { Statement, Watcher } from '#lab/crash-points/statement-gate.ts'

/** A crash is before the step reaches the server, or after its execution there and before the response. */
export type Side = 'before' | 'after'

/** The `occurrence`-th time that `key` happens in an operation. `name` is for reports. */
export type Step = { key: string; occurrence: number; name: string; sides: readonly Side[] }

/** Statements that also run without an operation. */
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
const SCHEDULED_TRANSACTION =
  /pg_try_advisory_xact_lock|audit_positions|update payment_intents set next_check_at/

const FETCH = /WITH next AS \( SELECT j\.id FROM pgboss\.\w+ j WHERE j\.name = '([\w-]+)'/
const SCHEDULED_QUEUES =
  /^(payments-due|stock-notices-due|audit-alerts|programme-hourly|worker-deadlines|retention|product-pictures|__pgboss__.*)$/
const FINISHED = /state = 'completed'|retried_jobs/

/**
 * Returns the key of a statement's step, or null for a background statement. `isFetch`: counts as a step only
 * if it returns a job.
 */
function classify(sql: string, values: readonly string[]): { key: string; isFetch: boolean } | null {
  const text = sql.replace(/\s+/g, ' ').trim()
  const bare = text.replaceAll('/* prepared */ ', '')
  if (text.startsWith('call ') || text.startsWith('mail')) return { key: text, isFetch: false }
  if (BACKGROUND.some((pattern) => pattern.test(bare))) return null
  const isOwn = text.includes('/* prepared */')
  if (!text.includes('pgboss') || isOwn) return { key: bare, isFetch: false }
  const [, queue] = FETCH.exec(text) ?? []
  if (queue) return SCHEDULED_QUEUES.test(queue) ? null : { key: `fetch ${queue}`, isFetch: true }
  const [name = ''] = values
  const isFinish = FINISHED.test(text) && /^[\w-]+$/.test(name) && !SCHEDULED_QUEUES.test(name)
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
 * Watches the steps of a process: `stopRecording` returns those since `startRecording`; `freeze` stops the connection
 * at one side of a step and then resolves. Both count occurrences from 1.
 */
export function createStepWatch() {
  let counts = new Map<string, number>()
  let recording: Step[] | null = null
  let trap: { step: Step; side: Side; onReached: () => void } | null = null
  /** Open transactions by connection: without a statement yet, of an operation, or scheduled. */
  const transactions = new Map<number, 'empty' | 'operation' | 'scheduled'>()
  const classified = new WeakMap<Statement, { key: string; isFetch: boolean }>()
  const steps = new WeakMap<Statement, Step>()

  /** Returns the key of the statement's step; null or undefined if it is none, such as `begin`. */
  function keyOf({ sql, values, connection }: Statement) {
    if (/^(begin|start transaction)/i.test(sql)) return void transactions.set(connection, 'empty')
    if (transactions.get(connection) === 'empty')
      transactions.set(connection, SCHEDULED_TRANSACTION.test(sql) ? 'scheduled' : 'operation')
    const isScheduled = transactions.get(connection) === 'scheduled'
    if (/^(commit|rollback)$/i.test(sql)) transactions.delete(connection)
    return isScheduled ? null : classify(sql, values)
  }

  function count(statement: Statement, key: string, sides: readonly Side[]): void {
    const occurrence = (counts.get(key) ?? 0) + 1
    counts.set(key, occurrence)
    const step = { key, occurrence, name: nameOf(key), sides }
    steps.set(statement, step)
    recording?.push(step)
  }

  /** True if the process must stop at this side of the statement. */
  function isTrapped(statement: Statement, side: Side): boolean {
    const step = steps.get(statement)
    if (
      !trap ||
      trap.side !== side ||
      trap.step.key !== step?.key ||
      trap.step.occurrence !== step.occurrence
    )
      return false
    trap.onReached()
    trap = null
    return true
  }

  const watcher: Watcher = {
    onSent(statement) {
      const kind = keyOf(statement)
      if (!kind) return false
      classified.set(statement, kind)
      if (kind.isFetch) return false
      count(statement, kind.key, ['before', 'after'])
      return isTrapped(statement, 'before')
    },
    onDone(statement) {
      const kind = classified.get(statement)
      // Only the result shows whether a fetch got a job.
      if (kind?.isFetch && statement.rows) count(statement, kind.key, ['after'])
      return isTrapped(statement, 'after')
    },
  }
  return {
    watcher,
    startRecording() {
      counts = new Map()
      recording = []
    },
    stopRecording(): Step[] {
      const result = recording ?? []
      recording = null
      return result
    },
    freeze(step: Step, side: Side): Promise<void> {
      counts = new Map()
      return new Promise((onReached) => {
        trap = { step, side, onReached }
      })
    },
    release() {
      trap = null
    },
  }
}
