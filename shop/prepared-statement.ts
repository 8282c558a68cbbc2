import { sql } from 'kysely'

export const PREPARED_MARK = '/* prepared */'

/** Prepares the statement once per connection. Name its columns: `select *` fails after a migration. */
export const PREPARED = sql.raw<never>(PREPARED_MARK)
