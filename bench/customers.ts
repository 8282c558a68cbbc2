import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { makeUser } from '#db/factories/user.ts'
import type { Db } from '#shop/ctx.ts'

/** Somebody who is signed in: the Cookie header of the session, and where their orders go. */
export type Customer = { id: string; cookie: string; phone: string; street: string }

/** Signed-in customers. Their sessions are written, not signed in to: checking that many passwords takes a while. */
export async function makeCustomers(db: Db, count: number, secret: string): Promise<Customer[]> {
  const customers: Customer[] = []
  for (let number = 0; number < count; number += 1) customers.push(await makeCustomer(db, number, secret))
  return customers
}

async function makeCustomer(db: Db, number: number, secret: string): Promise<Customer> {
  const { id } = await makeUser(db, { fullName: `Customer ${number}` })
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(Date.now() + 86_400_000)
  await db.insertInto('sessions').values({ id: randomUUID(), userId: id, token, expiresAt }).execute()
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  const cookie = `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`
  return { id, cookie, phone: `98${String(10_000_000 + number)}`, street: `${number} Station Road` }
}
