import type { Ctx } from '#shop/ctx.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { deletePushPhoneOf, savePushPhone, setNewsOff } from '#shop/programme/news.sql.ts'
import { NEWS_KINDS, type NewsKind } from '#shop/programme/news.ts'
import type { ProgrammeRefusal } from '#shop/programme/refusal.ts'
import { findSession, type SessionRef } from '#shop/programme/sign-in.read.ts'
import { lockWorker } from '#shop/programme/workers.sql.ts'
import type { PushAddress } from '#shop/push-service.ts'
import { inTransaction } from '#shop/transaction.ts'

type Refused = ProgrammeRefusal<'signed_out'> | ProgrammeRefusal<'worker_not_found'>

/** A worker chooses the kinds of messages that she wants. Emails of the other kinds end, too. */
export async function chooseNews(ctx: Ctx, wanted: readonly NewsKind[]): Promise<Result<null, Refused>> {
  const { actor } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!actor.isWorker) return err('worker_not_found')
  return inTransaction<null, Refused>(ctx, async (db) => {
    const off = NEWS_KINDS.filter((kind) => !wanted.includes(kind))
    return (await setNewsOff(db, actor.id, off)) ? ok(null) : err('worker_not_found')
  })
}

export type ShowOnPhoneRefusal =
  | Refused
  | ProgrammeRefusal<'shared_phone'>
  | ProgrammeRefusal<'push_not_accepted'>

/**
 * From now on this phone shows a worker's messages, until her session on it ends. Not on a phone that others use, too; a
 * worker has at most five.
 */
export async function showOnPhone(
  ctx: Ctx,
  { session: ref, address }: { session: SessionRef; address: PushAddress },
): Promise<Result<null, ShowOnPhoneRefusal>> {
  const { actor, push, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  if (!actor.isWorker) return err('worker_not_found')
  if (!push.accepts(address)) return err('push_not_accepted')
  return inTransaction<null, ShowOnPhoneRefusal>(ctx, async (db) => {
    if (!(await lockWorker(db, actor.id))) return err('worker_not_found')
    const found = await findSession(db, ref, { userId: actor.id, now })
    if (!found) return err('signed_out')
    if (found.isShared) return err('shared_phone')
    const phone = { userId: actor.id, session: found.key, address, serverKey: push.publicKey, now }
    await savePushPhone(db, phone)
    return ok(null)
  })
}

/** This phone no longer shows a worker's messages. */
export async function hideOnPhone(
  ctx: Ctx,
  ref: SessionRef,
): Promise<Result<null, ProgrammeRefusal<'signed_out'>>> {
  const { actor, now } = ctx
  if (actor.kind === 'visitor') return err('signed_out')
  return inTransaction<null, ProgrammeRefusal<'signed_out'>>(ctx, async (db) => {
    const found = await findSession(db, ref, { userId: actor.id, now })
    if (!found) return err('signed_out')
    await deletePushPhoneOf(db, found.key)
    return ok(null)
  })
}
