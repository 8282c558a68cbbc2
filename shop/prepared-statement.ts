import { sql } from 'kysely'

export const PREPARED_MARK = '/* prepared */'

/**
 * Prefix of a frequent statement with constant text, prepared once per connection. Name its columns: a
 * prepared `select *` fails after a migration.
 */
export const PREPARED = sql.raw<never>(PREPARED_MARK)
