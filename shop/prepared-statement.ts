import { sql } from 'kysely'

export const PREPARED_MARK = '/* kept plan */'

/**
 * Stands at the beginning of a statement (of a builder's by `modifyFront`): the connection prepares it once and keeps
 * its plan, where no pooler stands between (infra/database/open.ts). For statements that are asked many times a second,
 * have the same text each time and are best answered the same way whatever the values. They name their columns: the
 * plan of `select *` breaks when a newer version of the program adds one beside it.
 */
export const PREPARED = sql.raw<never>(PREPARED_MARK)
