import type { Insertable, Selectable, Updateable } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'

type Row<Table extends keyof DB> = Selectable<DB[Table]>

/** Reads the rows with these values. */
export async function rowsOf<Table extends keyof DB>(
  db: Db,
  table: Table,
  where: Partial<Row<Table>> = {},
): Promise<Row<Table>[]> {
  // Kysely cannot type a condition on a table that is a type parameter.
  const query = db.selectFrom(table as 'products').selectAll()
  const rows = await query.where(({ and }) => and(where as object)).execute()
  return rows as unknown as Row<Table>[]
}

/** Reads the first row with these values. Throws if there is none. */
export async function rowOf<Table extends keyof DB>(
  db: Db,
  table: Table,
  where: Partial<Row<Table>>,
): Promise<Row<Table>> {
  const [row] = await rowsOf(db, table, where)
  if (!row) throw new Error(`no row of ${table} has ${JSON.stringify(where)}`)
  return row
}

/** Returns a product's stock level. */
export async function stockOf(db: Db, productId: string): Promise<number> {
  return (await rowOf(db, 'products', { id: productId })).stockQuantity
}

/** Inserts one or several rows. */
export async function insertRows<Table extends keyof DB>(
  db: Db,
  table: Table,
  rows: Insertable<DB[Table]> | readonly Insertable<DB[Table]>[],
): Promise<void> {
  await db
    .insertInto(table)
    .values(rows as never)
    .execute()
}

/** Inserts a row and returns it. */
export async function insertRow<Table extends keyof DB>(
  db: Db,
  table: Table,
  row: Insertable<DB[Table]>,
): Promise<Row<Table>> {
  const query = db.insertInto(table).values(row as never)
  return (await query.returningAll().executeTakeFirstOrThrow()) as unknown as Row<Table>
}

/** Sets `columns` in the rows that have the values of `where`. */
export async function updateRows<Table extends keyof DB>(
  db: Db,
  table: Table,
  where: Partial<Row<Table>>,
  columns: Updateable<DB[Table]>,
): Promise<void> {
  const query = db.updateTable(table as 'products').set(columns as object)
  await query.where(({ and }) => and(where as object)).execute()
}

/** Returns the task's moves, oldest first. */
export async function taskHistory(db: Db, workLogId: string) {
  const moves = await rowsOf(db, 'workLogEvents', { workLogId })
  return moves.toSorted((a, b) => a.id - b.id)
}
