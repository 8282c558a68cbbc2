/** Sign-ins in the audit log: of staff all of them, of others only that there were too many tries. */
import { recordChange, recordSparsely } from '#shop/audit/audit.sql.ts'
import { findAccount } from '#shop/audit/staff.read.ts'
import type { Ctx, RefusedSignIn } from '#shop/ctx.ts'
import { transact } from '#shop/transaction.ts'

type Signing = Pick<Ctx, 'db' | 'now' | 'client'>

/** How staff got in or out: by which form, link or provider. */
export type SignInEvent = {
  userId: string
  action: 'sign in' | 'end session' | 'change password'
  /** 'password', 'google', 'mailed link'. */
  by: string
  /** Only of a sign-in: the browser has not been seen with this account. */
  isNewDevice?: boolean
}

/** Records a sign-in, sign-out or new password of staff; of others nothing. True when it was recorded. */
export async function recordSignIn(
  { db, now, client }: Signing,
  { userId, action, by, isNewDevice }: SignInEvent,
): Promise<boolean> {
  const account = await findAccount(db, { id: userId })
  if (!account?.isStaff) return false
  await recordChange(db, {
    ...{ actorId: userId, action, entity: 'user', entityId: userId, now, client },
    before: null,
    after: { by, ...(isNewDevice === undefined ? {} : { newDevice: isNewDevice }) },
  })
  return true
}

/** Too many tries for one account are recorded once in this time, and wrong passwords at most so often. */
const LIMIT_MINUTES = 60
const PER_HOUR = 60

/**
 * Records a refused sign-in under the account that was tried: a wrong password for staff, too many tries for every account.
 * An address without an account is nobody's and leaves no trace. Returns the account's id, for the log; null without one.
 */
export async function recordRefusedSignIn(
  { db }: Pick<Ctx, 'db'>,
  { email, why, at, client }: RefusedSignIn,
): Promise<string | null> {
  const account = await findAccount(db, { email: email.toLowerCase() })
  if (!account) return null
  if (why === 'password' && !account.isStaff) return account.id
  const action = why === 'limit' ? 'sign in stopped' : 'sign in refused'
  await transact({ db, client }, (inside) =>
    recordSparsely(
      inside,
      {
        ...{ actorId: account.id, action, entity: 'user', entityId: account.id, now: new Date(at) },
        after: { reason: why === 'limit' ? 'too many tries' : 'wrong password' },
      },
      { minutes: why === 'limit' ? LIMIT_MINUTES : 0, perHour: PER_HOUR },
    ),
  )
  return account.id
}
