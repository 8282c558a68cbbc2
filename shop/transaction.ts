import { sql } from 'kysely'
import type { Client, Ctx, Db, KeyClaim } from '#shop/ctx.ts'
import { claimKey, releaseKey } from '#shop/idempotency-keys.sql.ts'
import type { Refusal, Result } from '#shop/kernel/result.ts'

const MAX_ATTEMPTS = 3
const DEADLOCK = '40P01'

class RolledBack extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

type TransactionCtx = Pick<Ctx, 'db'> & Partial<Pick<Ctx, 'client' | 'claim'>>

const clients = new WeakMap<Db, Client>()
const committedClaims = new WeakSet<KeyClaim>()

/** Returns the client of this transaction's request; null for jobs and commands. */
export function clientOf(db: Db): Client | null {
  return clients.get(db) ?? null
}

/** True if a transaction that claimed this key was committed. */
export function isClaimed(claim: KeyClaim): boolean {
  return committedClaims.has(claim)
}

/** Runs `work` in a transaction. A refusal rolls it back, as an error does. */
export async function inTransaction<Outcome extends Result<unknown>>(
  ctx: TransactionCtx,
  work: (db: Db) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await transact(ctx, async (db) => {
      const result = await work(db)
      if (!result.ok) throw new RolledBack(result)
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal as Outcome
    throw error
  }
}

/**
 * Runs `work` in a transaction. Only an error rolls back. After a deadlock `work` runs again, so it must change only
 * the database.
 * The first transaction of a request claims its idempotency key; throws `KeyTaken` if the key is used.
 */
export async function transact<Value>(
  { db, client, claim }: TransactionCtx,
  work: (db: Db) => Promise<Value>,
) {
  for (let attempt = 1; ; attempt += 1)
    try {
      const toClaim = claim && !isClaimed(claim) ? claim : null
      const { value, isKept } = await db.transaction().execute(async (transaction) => {
        if (client) clients.set(transaction, client)
        if (toClaim) await claimKey(transaction, toClaim)
        const value = await work(transaction)
        const isKept = !isRefusal(value)
        // A refusal that commits leaves the key unused, so that the request can be repeated.
        if (toClaim && !isKept) await releaseKey(transaction, toClaim)
        return { value, isKept }
      })
      if (toClaim && isKept) committedClaims.add(toClaim)
      return value
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === DEADLOCK
      if (!isDeadlock || attempt === MAX_ATTEMPTS) throw error
    }
}

function isRefusal(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'ok' in value && value.ok === false
}

/** Runs several reads on one snapshot of the database. */
export function inSnapshot<Value>(ctx: Pick<Ctx, 'db'>, read: (db: Db) => Promise<Value>): Promise<Value> {
  return ctx.db.transaction().setIsolationLevel('repeatable read').execute(read)
}

/** Runs a step, and rolls back this step alone if `isKept` returns false for its result. */
export async function inSavepoint<Value>(
  db: Db,
  step: () => Promise<Value>,
  isKept: (result: Value) => boolean,
): Promise<Value> {
  await sql`savepoint step`.execute(db)
  const result = await step()
  if (!isKept(result)) await sql`rollback to savepoint step`.execute(db)
  return result
}
