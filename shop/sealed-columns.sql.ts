/** Each encrypted text is bound to its column and row, and opens nowhere else. */
import { type RawBuilder, sql } from 'kysely'

type Columns = Readonly<Record<string, { isIndexed: boolean }>>

/** By table. `key`: the column that names the row. */
export const SEALED_TABLES = {
  workers: { key: 'user_id', columns: { upi_id: { isIndexed: false }, phone: { isIndexed: true } } },
  former_phones: { key: 'id', columns: { phone: { isIndexed: false } } },
  payout_lines: { key: 'id', columns: { upi_id: { isIndexed: false } } },
  upi_changes: {
    key: 'id',
    columns: {
      old_upi_id: { isIndexed: false },
      new_upi_id: { isIndexed: false },
      tell_phone: { isIndexed: false },
    },
  },
} as const satisfies Record<string, { key: string; columns: Columns }>

type Tables = typeof SEALED_TABLES
export type SealedTable = keyof Tables

/**
 * Selects the column with its place in front, by which it is opened in the result; selecting the column
 * itself returns null. The result needs the name of an encrypted column.
 */
export function sealed<Table extends SealedTable>(
  table: Table,
  column: keyof Tables[Table]['columns'] & string,
  alias: string = table,
): RawBuilder<string | null> {
  const [id, value] = [sql.ref(`${alias}.${SEALED_TABLES[table].key}`), sql.ref(`${alias}.${column}`)]
  return sql<string | null>`${sql.lit(`${table}.${column}/`)} || ${id} || '/' || ${value}`
}
