import { recordChange } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { lockCustomer } from '#shop/customers/users.sql.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { coordinatesGroup, mayCoordinate } from '#shop/programme/coordination.ts'
import { deletePhoneSession, deletePhoneSessionsOf } from '#shop/programme/sign-in.sql.ts'
import { lockWorker } from '#shop/programme/workers.sql.ts'
import { inTransaction } from '#shop/transaction.ts'

/** Signs one phone out. The session's token is the proof; an unknown one is ignored. */
export async function signPhoneOut({ db }: Pick<Ctx, 'db'>, token: string): Promise<void> {
  await deletePhoneSession(db, token)
}

/** Signs a worker out on all phones, such as a lost one; coordinators those of their groups. Her PIN still works. */
export async function signPhonesOut(ctx: Ctx, userId: string) {
  const { actor, now } = ctx
  if (!mayCoordinate(actor)) return err('not_allowed')
  if (!isUuid(userId)) return err('worker_not_found')
  return inTransaction(ctx, async (db) => {
    if (!(await lockCustomer(db, userId))) return err('worker_not_found')
    const groupId = (await lockWorker(db, userId))?.details.groupId ?? null
    if (!coordinatesGroup(actor, groupId)) return err('worker_not_found')
    const phones = await deletePhoneSessionsOf(db, userId)
    const change = { actorId: actor.id, action: 'sign out', entity: 'worker', entityId: userId, now } as const
    await recordChange(db, { ...change, before: { phones }, after: { phones: 0 } })
    return ok({ phones })
  })
}
