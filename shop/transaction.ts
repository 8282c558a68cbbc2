import { sql } from 'kysely'
import type { Client, Ctx, Db } from '#shop/ctx.ts'
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

type TransactionCtx = Pick<Ctx, 'db'> & Partial<Pick<Ctx, 'client'>>

const clients = new WeakMap<Db, Client>()

/** Returns the client of this transaction's request; null for jobs and commands. */
export function clientOf(db: Db): Client | null {
  return clients.get(db) ?? null
}

/** Runs `work` in a transaction, which a refusal rolls back like an error. */
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

/** Runs `work` in a transaction. Only an error rolls back. A deadlock repeats it, so it changes only the database. */
export async function transact<Value>({ db, client }: TransactionCtx, work: (db: Db) => Promise<Value>) {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await db.transaction().execute((transaction) => {
        if (client) clients.set(transaction, client)
        return work(transaction)
      })
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === DEADLOCK
      if (!isDeadlock || attempt === MAX_ATTEMPTS) throw error
    }
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
