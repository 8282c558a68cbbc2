import { sql } from 'kysely'

export const PREPARED_MARK = '/* prepared */'

/**
 * A prefix of a statement (with a builder: `modifyFront`): the connection prepares it once and reuses its plan, unless
 * a connection pooler is in between (infra/database/open.ts). For frequent statements with constant text. They must
 * name their columns, since a prepared `select *` fails when a newer version adds a column.
 */
export const PREPARED = sql.raw<never>(PREPARED_MARK)
