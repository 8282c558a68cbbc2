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

/** What a transaction needs of ctx; `client` is for the audit log. */
type Beginning = Pick<Ctx, 'db'> & Partial<Pick<Ctx, 'client'>>

const clients = new WeakMap<Db, Client>()

/** Where the request of this transaction comes from; null for jobs and commands, and outside a transaction. */
export function clientOf(db: Db): Client | null {
  return clients.get(db) ?? null
}

/** Runs a use case in one transaction; a refusal rolls it back, like an error. */
export async function inTransaction<Outcome extends Result<unknown>>(
  ctx: Beginning,
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
 * As `inTransaction`, for work that refuses nothing and returns any value: only an error rolls back. Work that PostgreSQL
 * ends to resolve a deadlock runs again, so it may change nothing but the database.
 */
export async function transact<Value>(
  { db, client }: Beginning,
  work: (db: Db) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await db.transaction().execute((transaction) => {
        if (client) clients.set(transaction, client)
        return work(transaction)
      })
    } catch (error) {
      if (!isDeadlock(error) || attempt === MAX_ATTEMPTS) throw error
    }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DEADLOCK
}

/** Runs several reads on one state of the database, so that what they return fits together. */
export function inSnapshot<Value>(ctx: Pick<Ctx, 'db'>, read: (db: Db) => Promise<Value>): Promise<Value> {
  return ctx.db.transaction().setIsolationLevel('repeatable read').execute(read)
}

/** Runs a step of a transaction; a result that `isKept` denies undoes this step alone. */
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
