import type { Ctx } from '#shop/ctx.ts'
import { addMonths, type Day, startOf } from '#shop/kernel/day.ts'
import { owedBefore, payEntries } from '#shop/programme/pay.read.ts'
import { balanceOf } from '#shop/programme/pay.ts'
import { closingOf, type Statement } from '#shop/programme/statement.ts'
import type { Worker } from '#shop/programme/worker.ts'

/** A worker's statement of a month. The caller has checked that the actor is the worker or an admin. */
export async function readStatement(
  { db, now, config }: Pick<Ctx, 'db' | 'now' | 'config'>,
  worker: Worker,
  month: Day,
): Promise<Statement> {
  const [from, to] = [startOf(month), startOf(addMonths(month, 1))]
  const [opening, entries] = await Promise.all([
    owedBefore(db, worker.userId, from),
    payEntries(db, worker.userId, from, to),
  ])
  return {
    workerName: worker.fullName,
    groupName: worker.group?.name ?? null,
    language: worker.language,
    brand: config.brand,
    month,
    printedAt: now,
    opening,
    closing: closingOf(opening, entries),
    sums: balanceOf(entries),
    entries,
  }
}
