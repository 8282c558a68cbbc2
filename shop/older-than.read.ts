import { sql } from 'kysely'

/** Matches rows created before this one, for a list's next page. Matches nothing if it does not exist. */
export function olderThan(table: 'reviews' | 'work_logs', id: string) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<boolean>`(${column('created_at')}, ${column('id')}) <
    (select last.created_at, last.id from ${sql.table(table)} as last where last.id = ${id}::uuid)`
}
