/** Encrypted columns. Each text is bound to its column and row, and cannot be decrypted elsewhere. */
import { type RawBuilder, sql } from 'kysely'

type Columns = Readonly<Record<string, { isIndexed: boolean }>>

/** Encrypted columns by table. `key`: the column that identifies the row. */
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
  webhook_endpoints: { key: 'id', columns: { signing_secret: { isIndexed: false } } },
} as const satisfies Record<string, { key: string; columns: Columns }>

type Tables = typeof SEALED_TABLES
export type SealedTable = keyof Tables

/**
 * Selects an encrypted column with its place as a prefix, which is needed to decrypt the result. Selecting the column
 * directly returns null. The alias must be the name of an encrypted column.
 */
export function sealed<Table extends SealedTable>(
  table: Table,
  column: keyof Tables[Table]['columns'] & string,
  alias: string = table,
): RawBuilder<string | null> {
  const [id, value] = [sql.ref(`${alias}.${SEALED_TABLES[table].key}`), sql.ref(`${alias}.${column}`)]
  return sql<string | null>`${sql.lit(`${table}.${column}/`)} || ${id} || '/' || ${value}`
}
