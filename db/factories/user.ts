import { randomUUID } from 'node:crypto'
import { hashPassword } from '#infra/accounts/password-hash.ts'
import type { Db } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import type { StaffRole } from '#shop/kernel/staff-role.ts'

export type UserFields = {
  email?: string
  fullName?: string
  /** Without a password the account cannot sign in by password. */
  password?: string
  emailVerified?: boolean
  staffRole?: StaffRole | null
  isWorker?: boolean
}

/** Inserts a user and returns it as an actor. For a known email address, returns the existing user. */
export async function makeUser(db: Db, fields: UserFields = {}, now = new Date()): Promise<Person> {
  const { password, ...givenFields } = fields
  const id = randomUUID()
  const user = {
    email: `${id}@example.test`,
    fullName: 'Ananya Rao',
    emailVerified: true,
    staffRole: null,
    isWorker: false,
    ...givenFields,
  }
  const row = await db
    .insertInto('users')
    .values({ id, ...user, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ updatedAt: now }))
    .returning(['id', 'email', 'fullName', 'staffRole', 'isWorker'])
    .executeTakeFirstOrThrow()
  if (password && row.id === id) await givePassword(db, id, password, now)
  const rights = { staffRole: row.staffRole as StaffRole | null, coordinates: [], factorAt: null }
  return { kind: 'person', ...row, ...rights }
}

async function givePassword(db: Db, userId: string, password: string, now: Date): Promise<void> {
  const account = { userId, accountId: userId, providerId: 'credential', createdAt: now, updatedAt: now }
  await db
    .insertInto('accounts')
    .values({ ...account, password: await hashPassword(password) })
    .execute()
}
