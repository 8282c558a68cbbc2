import { makeSession } from '#db/factories/session.ts'
import { makeUser } from '#db/factories/user.ts'
import type { Db } from '#shop/ctx.ts'

/** A signed-in customer: session cookie and delivery address. */
export type Customer = { id: string; cookie: string; phone: string; street: string }

/** Inserts customers and their sessions directly, because hashing that many passwords takes too long. */
export async function makeCustomers(db: Db, count: number, secret: string): Promise<Customer[]> {
  const customers: Customer[] = []
  for (let number = 0; number < count; number += 1) customers.push(await makeCustomer(db, number, secret))
  return customers
}

async function makeCustomer(db: Db, number: number, secret: string): Promise<Customer> {
  const { id } = await makeUser(db, { fullName: `Customer ${number}` })
  const { name, value } = await makeSession(db, id, secret)
  const cookie = `${name}=${value}`
  return { id, cookie, phone: `98${String(10_000_000 + number)}`, street: `${number} Station Road` }
}
