import { sql } from 'kysely'
import { recordOnce } from '#shop/audit/audit.sql.ts'
import type { Audited } from '#shop/audit/change.ts'
import type { Ctx } from '#shop/ctx.ts'
import { transact } from '#shop/transaction.ts'

/** Between entries about one text, however often it is read. */
const MINUTES = 60

/** The entity of a table, and its columns for row and entity. */
const ABOUT: Readonly<Record<string, { entity: Audited; key: string; id: string }>> = {
  workers: { entity: 'worker', key: 'user_id', id: 'user_id' },
  upi_changes: { entity: 'worker', key: 'id', id: 'user_id' },
  former_phones: { entity: 'worker', key: 'id', id: 'user_id' },
  payout_lines: { entity: 'payout', key: 'id', id: 'id' },
  refund_accounts: { entity: 'order', key: 'order_id', id: 'order_id' },
  factors: { entity: 'user', key: 'id', id: 'user_id' },
}

/** Records a text encrypted for another row, which alerts the owners. `place`: 'workers.upi_id/<id>'. */
export async function recordMovedText({ db, now }: Pick<Ctx, 'db' | 'now'>, place: string): Promise<void> {
  const [, table = '', column = '', id = ''] = /^(\w+)\.(\w+)\/(.+)$/.exec(place) ?? []
  const about = ABOUT[table]
  if (!about) return
  await transact({ db }, async (inside) => {
    const { rows } = await sql<{ id: string }>`select ${sql.ref(about.id)} as id from ${sql.table(table)}
      where ${sql.ref(about.key)} = ${id}::uuid`.execute(inside)
    const [row] = rows
    if (!row) return
    const entry = { entity: about.entity, entityId: row.id, after: { table, column }, now }
    await recordOnce(inside, { action: 'encrypted text refused', ...entry }, MINUTES)
  })
}
