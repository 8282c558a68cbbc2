import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'

export type UserRecord = {
  id: string
  email: string
  fullName: string
  phoneNumber: string | null
  isAdmin: boolean
  isWorker: boolean
  referralCode: string | null
  /** A percentage; null means the shop's default. */
  referralDiscount: number | null
  createdAt: Date
}

/** One account as it is kept; null when there is none. Whether the actor may see it is the caller's question. */
export async function findUser(db: Db, id: string): Promise<UserRecord | null> {
  if (!isUuid(id)) return null
  const row = await db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'fullName',
      'phoneNumber',
      'isAdmin',
      'isWorker',
      'referralCode',
      'referralDiscount',
      'createdAt',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
