/** Records all sign-ins of staff. For other people it records only that there were too many attempts. */
import { recordChange, recordWithinLimits } from '#shop/audit/audit.sql.ts'
import { findAccount } from '#shop/audit/staff.read.ts'
import type { Ctx, RefusedSignIn } from '#shop/ctx.ts'
import { transact } from '#shop/transaction.ts'

/** A sign-in, sign-out or new password of staff. */
export type SignInEvent = {
  userId: string
  action: 'sign in' | 'end session' | 'change password'
  /** The method: 'password', 'google', 'mailed link'. */
  by: string
  /** True when a sign-in came from a browser that is new to this account. */
  isNewDevice?: boolean
}

/** Ignores accounts that are not staff's. Returns true if the event was recorded. */
export async function recordSignIn(
  { db, now, client }: Pick<Ctx, 'db' | 'now' | 'client'>,
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

/** Too many attempts are recorded once in LIMIT_MINUTES, wrong passwords at most PER_HOUR times. */
const LIMIT_MINUTES = 60
const PER_HOUR = 60

/**
 * Records a wrong password of staff, or too many attempts for any account. Addresses without an account
 * leave no trace. Returns the account's id for the log, or null.
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
    recordWithinLimits(
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
