import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import { sign } from '#infra/payments/gateways.ts'
import { proofText, type SandboxWebhook, sandboxId } from '#infra/payments/sandbox/sandbox-gateway.ts'
import type { Db, Jobs } from '#shop/ctx.ts'
import type { Money } from '#shop/kernel/money.ts'

export const SANDBOX_OUTCOMES = ['success', 'decline', 'repeated', 'late', 'too-late'] as const
export type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number]

type SandboxOrder = { id: string; amount: Money; isPaid: boolean }

/** Parameters of the return URL; without a signature they prove nothing. */
type SandboxReturn = { order_id: string; payment_id?: string; signature?: string }

export type SandboxBank = ReturnType<typeof sandboxBank>

const DELAY_MS: Partial<Record<SandboxOutcome, number>> = { late: 20_000, 'too-late': 20 * 60_000 }
const REASON = 'The bank declined the card'

type Options = { db: Kysely<DB>; jobs: Jobs; secret: string; now: () => Date }

export function sandboxBank(options: Options) {
  const { db, secret } = options
  return {
    find: async (orderId: string) => findOrder(db, orderId),
    decide: (orderId: string, outcome: SandboxOutcome) => decide(options, orderId, outcome),
    confirm: (paymentId: string) => db.transaction().execute((trx) => confirm(trx, options, paymentId)),
    signWebhook: (body: string) => sign(secret, body),
  }
}

async function findOrder(db: Db, orderId: string): Promise<SandboxOrder | null> {
  const order = await db
    .selectFrom('sandboxOrders')
    .select(['id', 'amount'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  const paid = db.selectFrom('sandboxPayments').select('id').where('orderId', '=', orderId)
  const isPaid = (await paid.where('status', '=', 'captured').executeTakeFirst()) !== undefined
  return order ? { id: order.id, amount: order.amount, isPaid } : null
}

async function decide({ db, jobs, secret, now }: Options, orderId: string, outcome: SandboxOutcome) {
  return db.transaction().execute(async (trx): Promise<SandboxReturn> => {
    await trx.selectFrom('sandboxOrders').select('id').where('id', '=', orderId).forUpdate().execute()
    const order = await findOrder(trx, orderId)
    if (!order || order.isPaid) return { order_id: orderId }
    const delay = DELAY_MS[outcome]
    const status = delay ? 'pending' : outcome === 'decline' ? 'failed' : 'captured'
    const reason = status === 'failed' ? REASON : null
    const payment = { id: sandboxId('pay'), orderId, amount: order.amount, status, reason, createdAt: now() }
    await trx.insertInto('sandboxPayments').values(payment).execute()
    if (delay) {
      const at = new Date(now().getTime() + delay)
      await jobs.send(trx, { queue: 'sandbox-bank', data: { paymentId: payment.id } }, at)
      return { order_id: orderId }
    }
    const copies = outcome === 'repeated' ? 3 : 1
    for (let copy = 0; copy < copies; copy += 1) await sendWebhook(trx, jobs, payment)
    if (status === 'failed') return { order_id: orderId }
    const signature = sign(secret, proofText({ providerOrderId: orderId, paymentId: payment.id }))
    return { order_id: orderId, payment_id: payment.id, signature }
  })
}

async function confirm(trx: Db, { jobs }: Options, paymentId: string): Promise<void> {
  const payment = await trx
    .updateTable('sandboxPayments')
    .set({ status: 'captured' })
    .where('id', '=', paymentId)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()
  if (payment) await sendWebhook(trx, jobs, payment)
}

type SandboxPayment = { id: string; orderId: string; amount: number; status: string; reason: string | null }

async function sendWebhook(trx: Db, jobs: Jobs, { id, orderId, amount, status, reason }: SandboxPayment) {
  const payment = { id, order_id: orderId, amount, status, reason } as SandboxWebhook['payment']
  const body = JSON.stringify({ event_id: `evt_${id}_${status}`, payment } satisfies SandboxWebhook)
  await jobs.send(trx, { queue: 'sandbox-webhook', data: { body } })
}
