import { sql } from 'kysely'
import { recordOnce } from '#shop/audit/audit.sql.ts'
import type { AuditEntity } from '#shop/audit/change.ts'
import type { Ctx } from '#shop/ctx.ts'
import { transact } from '#shop/transaction.ts'

/** Minimum interval between entries about one value, however often it is read. */
const MINUTES = 60

/** For each table: the entity of its rows, their key column and the column with the entity's id. */
const ROW_OWNERS: Readonly<Record<string, { entity: AuditEntity; key: string; id: string }>> = {
  workers: { entity: 'worker', key: 'user_id', id: 'user_id' },
  upi_changes: { entity: 'worker', key: 'id', id: 'user_id' },
  former_phones: { entity: 'worker', key: 'id', id: 'user_id' },
  payout_lines: { entity: 'payout', key: 'id', id: 'id' },
  refund_accounts: { entity: 'order', key: 'order_id', id: 'order_id' },
  factors: { entity: 'user', key: 'id', id: 'user_id' },
}

/** Records a value encrypted for another row, which alerts the owners. `place`: 'workers.upi_id/<id>'. */
export async function recordMovedText({ db, now }: Pick<Ctx, 'db' | 'now'>, place: string): Promise<void> {
  const [, table = '', column = '', id = ''] = /^(\w+)\.(\w+)\/(.+)$/.exec(place) ?? []
  const owner = ROW_OWNERS[table]
  if (!owner) return
  await transact({ db }, async (inside) => {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(owner.id)} as id from ${sql.table(table)}
      where ${sql.ref(owner.key)} = ${id}::uuid`.execute(inside)
    const [row] = rows
    if (!row) return
    const entry = { entity: owner.entity, entityId: row.id, after: { table, column }, now }
    await recordOnce(inside, { action: 'encrypted text refused', ...entry }, MINUTES)
  })
}
