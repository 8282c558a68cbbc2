import { sql } from 'kysely'

export const PREPARED_MARK = '/* prepared */'

/**
 * Prefix of a frequent statement with constant text: the connection prepares it once (not behind a pooler,
 * see infra/database/open.ts). Name its columns: a prepared `select *` fails after a migration.
 */
export const PREPARED = sql.raw<never>(PREPARED_MARK)
