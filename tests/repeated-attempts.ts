import type { Db } from '#shop/ctx.ts'

/** Makes an attempt once, and then raises each counter of a rate limit as often as `times` attempts would. */
export async function repeatAttempt(db: Db, times: number, attempt: () => Promise<unknown>): Promise<void> {
  const readCounts = () => db.selectFrom('requestLimits').select(['key', 'count']).execute()
  const former = new Map((await readCounts()).map(({ key, count }) => [key, count]))
  await attempt()
  for (const { key, count } of await readCounts()) {
    const added = count - (former.get(key) ?? 0)
    if (added > 0)
      await db
        .updateTable('requestLimits')
        .set({ count: count + added * (times - 1) })
        .where('key', '=', key)
        .execute()
  }
}
