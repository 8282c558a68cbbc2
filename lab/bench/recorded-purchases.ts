import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { openConnection } from './connection.ts'
import type { Customer } from './customers.ts'
import { chooseItems, orderBody } from './order-body.ts'
import type { Statement } from './statement-recorder.ts'

type Goods = { productIds: string[]; lines: number }

/** The statements of two purchases of each customer, who has ordered before. The shop records them in `file`. */
export async function recordPurchases(
  url: string,
  file: string,
  customers: readonly Customer[],
  goods: Goods,
): Promise<Statement[][][]> {
  const connection = await openConnection(url)
  const purchases: Statement[][][] = []
  for (const customer of customers) {
    const items = chooseItems(goods)
    const purchaseOnce = async () => {
      const headers = { Cookie: customer.cookie, 'x-record': 'yes' }
      const key = { 'Idempotency-Key': randomUUID() }
      await connection.post('/api/cart/quote', { items }, headers)
      await connection.post('/api/orders', orderBody(customer, items), { ...headers, ...key })
      return readStatements(file)
    }
    purchases.push([await purchaseOnce(), await purchaseOnce()])
  }
  connection.close()
  return purchases
}

/** Waits for the statements of a purchase, which has two requests, and removes the file. */
async function readStatements(file: string): Promise<Statement[]> {
  for (;;) {
    // The last line may be incomplete.
    const lines = read(file).split('\n').slice(0, -1)
    if (lines.length < 2) {
      await new Promise((resolve) => setTimeout(resolve, 2))
      continue
    }
    rmSync(file)
    return lines.flatMap((line) => JSON.parse(line))
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
