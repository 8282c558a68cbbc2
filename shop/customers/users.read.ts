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
  /** In percent; null for the shop's default. */
  referralDiscount: number | null
  createdAt: Date
}

/** One account; null when it does not exist. The caller has checked that the actor may see it. */
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
