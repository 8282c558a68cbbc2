import type pg from 'pg'

/** Tables that scheduled jobs write (rollups, copies of the audit log), or that every request changes. */
const EXCLUDED_TABLES =
  /^(kysely_.*|request_limits|sessions|(rollup|daily|monthly|customer|closed)_.*|order_flags|register_(sums|days)|audit_(chain|origins|positions))$/
/** Scheduled jobs, and the job that deletes files of failed uploads, since the files themselves are compared. */
const SCHEDULED_JOBS = `(name like '\\_\\_pgboss%' or name in
  ('payments-due', 'stock-notices-due', 'audit-alerts', 'programme-hourly', 'worker-deadlines', 'retention', 'product-pictures', 'unkept-files'))`

type Snapshot = { xid: string; counts: Map<string, number>; jobs: Map<string, number> }

/**
 * Lists the changes of an operation in the database since a snapshot, as lines that are equal for two runs: written
 * rows, the growth of each table, and jobs. Ids, times and serial numbers are replaced.
 */
export function trackChanges(pool: pg.Pool) {
  let tables: string[] | null = null

  async function tableNames(): Promise<string[]> {
    const { rows } = await pool.query(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    return rows.map(({ name }) => name as string).filter((name) => !EXCLUDED_TABLES.test(name))
  }

  async function countAll(names: readonly string[]): Promise<Map<string, number>> {
    const parts = names.map((name) => `select '${name}' as name, count(*)::int as count from "${name}"`)
    const { rows } = await pool.query(parts.join(' union all '))
    return new Map(rows.map(({ name, count }) => [name, count]))
  }

  async function countJobs(): Promise<Map<string, number>> {
    const { rows } = await pool.query(
      `select name || ' ' || state as name, count(*)::int as count from pgboss.job where not ${SCHEDULED_JOBS} group by 1`,
    )
    return new Map(rows.map(({ name, count }) => [name, count]))
  }

  return {
    async takeSnapshot(): Promise<Snapshot> {
      tables ??= await tableNames()
      const { rows } = await pool.query('select pg_current_xact_id()::text as xid')
      return { xid: rows[0].xid, counts: await countAll(tables), jobs: await countJobs() }
    },
    async listChanges({ xid, counts, jobs }: Snapshot): Promise<string[]> {
      const names = tables ?? []
      const parts = names.map(
        (name) =>
          `select '${name}' as name, to_jsonb(one) as row from "${name}" as one where one.xmin::text::bigint >= ${xid}`,
      )
      const { rows } = await pool.query(parts.join(' union all '))
      // The audit log records a read with its response, which may be lost.
      const isRead = (row: Record<string, unknown>) => row.entity !== undefined && row.action === 'look'
      const reads = rows.filter(({ row }) => isRead(row)).length
      const lines = rows
        .filter(({ row }) => !isRead(row))
        .map(({ name, row }) => `${name} ${normalizeRow(row)}`)
      const [after, jobsAfter] = [await countAll(names), await countJobs()]
      const grown = names.map((name) => [name, (after.get(name) ?? 0) - (counts.get(name) ?? 0)] as const)
      const queued = [...jobsAfter].map(
        ([name, count]) => [`job ${name}`, count - (jobs.get(name) ?? 0)] as const,
      )
      const more = [
        ...grown.map(([name, count]) => [name, name === 'audit_log' ? count - reads : count] as const),
        ...queued,
      ].filter(([, count]) => count !== 0)
      return [...lines, ...more.map(([name, count]) => `${name}: ${count} more`)].sort()
    },
  }
}

const SERIAL_COLUMNS = /(^id|_id|number|attempts|size|received|last)$/

/** Returns the row as text that is equal for two runs. */
function normalizeRow(row: Record<string, unknown>): string {
  const cells = Object.entries(row).map(([column, value]) => {
    if (value !== null && SERIAL_COLUMNS.test(column) && typeof value === 'number') return [column, '<n>']
    return [column, value]
  })
  return normalize(JSON.stringify(Object.fromEntries(cells)))
}

/** Replaces ids, times, hashes, tokens and serial numbers. */
export function normalize(text: string): string {
  return (
    text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<id>')
      .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:?\d\d)?)?/g, '<time>')
      .replace(/\b[0-9a-f]{64}\b/g, '<hash>')
      .replace(/\\\\x[0-9a-f]+/g, '<bytes>')
      .replace(/\b(order|pay|rfnd|event)_[0-9a-f]{14}\b/g, '<$1>')
      .replace(/#[0-9A-Fa-f]{8}\b/g, '#<id>')
      .replace(/http:\/\/127\.0\.0\.1:\d+/g, '<origin>')
      .replace(/\b(INV|CRN)\d\d-\d\d\/\d{7}\b/g, '$1<n>')
      .replace(/(cancel:|"number":)\d+/g, '$1<n>')
      .replace(/(?<!\d)9\d{9}(?!\d)/g, '<phone>')
      // This text is only in an email that is written before the refund.
      .replace(/We’re refunding .*?\\n/g, '')
      .replace(/(Product|product-|CODE-\d*-?|Friend|Sunita) ?\d+(-\d+)?/g, '$1<n>')
  )
}
