/** Operations whose crash points are tried, with the requests of their clients. */

import { createHash, randomUUID } from 'node:crypto'
import { makeCoupon } from '#db/factories/coupon.ts'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeSession } from '#db/factories/session.ts'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Actor, Person } from '#shop/kernel/actor.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { requestOrderRefund } from '#shop/orders/request-refund.ts'
import { receiveWebhook } from '#shop/payments/receive-webhook.ts'
import { startTask } from '#shop/programme/own-task.ts'
import { findPayout } from '#shop/programme/pay.read.ts'
import { makePayout } from '#shop/programme/pay-workers.ts'
import { submitPhoto } from '#shop/programme/photo-upload.ts'
import { approveTask } from '#shop/programme/review-task.ts'
import { openPayment } from '#shop/settlement/pay-order.ts'
import { handlePaymentEvent } from '#shop/settlement/payment-jobs.ts'
import { SECRET } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { phonePhoto } from '#tests/pictures.ts'
import type { startRazorpayServer } from '#tests/razorpay-server.ts'
import { ADDRESS_BODY } from '#tests/shop-customer.ts'

/** Runs an operation on the shop at `url`. Throws `NoResponse` if the client has to repeat it. */
export type Act = (url: string) => Promise<void>

/** `isAlone`: the operation uses all rows of its kind, so it is prepared directly before it runs. */
export type Operation = { name: string; isAlone?: boolean; prepare(): Promise<Act> }

/** The shop did not respond, or asked to retry. */
export class NoResponse extends Error {}

type OperationContext = {
  ctx: (actor?: Actor) => Ctx
  admin: Person
  razorpay: Pick<Awaited<ReturnType<typeof startRazorpayServer>>, 'pay' | 'webhook' | 'proofOf'>
}

type RequestOptions = { cookie?: string; headers?: Record<string, string>; statuses?: number[] }

async function send(
  url: string,
  method: string,
  path: string,
  body: BodyInit | object | null,
  { cookie = '', headers = {}, statuses = [200, 201] }: RequestOptions,
) {
  const isPlain = typeof body === 'string' || body instanceof Uint8Array || body instanceof URLSearchParams
  const type: Record<string, string> = isPlain || body === null ? {} : { 'content-type': 'application/json' }
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: { origin: url, cookie, ...type, ...headers },
    body: isPlain ? (body as BodyInit) : body && JSON.stringify(body),
  }).catch((error: unknown) => {
    throw new NoResponse(String(error))
  })
  const text = await response.text().catch((error: unknown) => {
    throw new NoResponse(String(error))
  })
  if (response.status >= 500) throw new NoResponse(`${method} ${path}: ${response.status} ${text}`)
  if (!statuses.includes(response.status))
    throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null
}

export function operations({ ctx, admin, razorpay }: OperationContext): Operation[] {
  const { db } = ctx()
  let photos = 0

  const cookieOf = async ({ id }: Person) => {
    const { name, value } = await makeSession(db, id, SECRET)
    return `${name}=${value}`
  }

  async function product(): Promise<string> {
    const id = await makeProduct(db, { stockQuantity: 10 }, new Date())
    if (!id) throw new Error('the product exists already')
    return id
  }

  async function customer() {
    const person = await makeUser(db)
    return { person, cookie: await cookieOf(person) }
  }

  /** An order of two units with a coupon and a referral code. */
  async function orderBody(paymentMethod: 'cod' | 'card') {
    const sixty = { discountType: 'percentage', basisPoints: 6000 } as const
    const coupon = await makeCoupon(db, { maxUses: 1, value: sixty })
    const friend = await makeUser(db)
    const code = `FRIEND${friend.id.slice(0, 8).toUpperCase()}`
    await db.updateTable('users').set({ referralCode: code }).where('id', '=', friend.id).execute()
    return {
      items: [{ product_id: await product(), quantity: 2 }],
      // Each phone number gets the first-order discount only once.
      shipping_address: { ...ADDRESS_BODY, phone: `9${randomDigits(9)}` },
      payment_method: paymentMethod,
      coupon_code: coupon?.code,
      referral_code: code,
    }
  }

  const placeOrder = (url: string, body: object, cookie: string, key: string) =>
    send(url, 'POST', '/api/orders', body, { cookie, headers: { 'idempotency-key': key } })

  /** Places a card order and pays it at Razorpay, without delivering the webhook. */
  async function payAtRazorpay() {
    const { person, cookie } = await customer()
    const items = [{ productId: await product(), quantity: 2 }]
    const coupon = await makeCoupon(db, { maxUses: 1 })
    const orderId = await makeOrder(ctx(person), items, {
      paymentMethod: 'card',
      couponCode: coupon?.code ?? '',
    })
    const { providerOrderId } = must(await openPayment(ctx(person), { orderId }))
    const payment = razorpay.pay(providerOrderId, 'captured')
    // Scheduled checks of the payment must not run.
    const later = new Date(Date.now() + 3_600_000)
    await db
      .updateTable('paymentIntents')
      .set({ nextCheckAt: later })
      .where('orderId', '=', orderId)
      .execute()
    return { person, cookie, orderId, payment }
  }

  async function paidOrder() {
    const paid = await payAtRazorpay()
    const webhook = razorpay.webhook('payment.captured', paid.payment)
    must(await receiveWebhook(ctx(), webhook))
    const event = db.selectFrom('paymentEvents').select('id').where('body', 'like', `%${paid.payment.id}%`)
    for (const { id } of await event.execute()) await handlePaymentEvent(ctx(), id)
    return paid
  }

  async function deliveredOrder() {
    const paid = await paidOrder()
    for (const status of ['shipped', 'delivered'] as const)
      must(
        await changeOrder(ctx(admin), {
          orderId: paid.orderId,
          status,
          carrier: 'India Post',
          trackingNumber: 'EK123456789IN',
        }),
      )
    return paid
  }

  async function startedTask() {
    const worker = await makeWorker(ctx(admin))
    const workLogId = await makeTask(ctx(admin), worker, { productId: await product() })
    must(await startTask(ctx(worker), { workLogId }))
    photos += 1
    return { worker, workLogId, bytes: new Uint8Array(await phonePhoto(photos)) }
  }

  async function submittedTask() {
    const { worker, workLogId, bytes } = await startedTask()
    must(await submitPhoto(ctx(worker), { workLogId, bytes }))
    return workLogId
  }

  /** Creates an approved task, the only one without a payout. */
  async function approvedTask() {
    await makePayout(ctx(admin))
    must(await approveTask(ctx(admin), { workLogId: await submittedTask(), rating: 5 }))
  }

  return [
    {
      name: 'purchase in cash',
      async prepare() {
        const { cookie } = await customer()
        const [body, key] = [await orderBody('cod'), randomUUID()]
        return async (url) => void (await placeOrder(url, body, cookie, key))
      },
    },
    {
      name: 'purchase by card',
      async prepare() {
        const { cookie } = await customer()
        const [body, key] = [await orderBody('card'), randomUUID()]
        return async (url) => {
          const { id } = await placeOrder(url, body, cookie, key)
          await send(url, 'POST', '/api/create-payment-intent', { order_id: id }, { cookie })
        }
      },
    },
    {
      name: 'payment by webhook',
      async prepare() {
        const { payment } = await payAtRazorpay()
        const { rawBody, headers } = razorpay.webhook('payment.captured', payment)
        return async (url) =>
          void (await send(url, 'POST', '/api/webhooks/razorpay', rawBody, {
            headers: Object.fromEntries(headers),
          }))
      },
    },
    {
      name: 'payment by browser',
      async prepare() {
        const { orderId, payment, cookie } = await payAtRazorpay()
        const { paymentId: payment_id, signature } = razorpay.proofOf(payment)
        return async (url) =>
          void (await send(
            url,
            'POST',
            '/api/process-payment',
            { order_id: orderId, payment_id, signature },
            { cookie },
          ))
      },
    },
    {
      name: 'cancellation',
      async prepare() {
        const { orderId, cookie } = await paidOrder()
        return async (url) =>
          void (await send(url, 'POST', `/api/orders/${orderId}/cancellation`, {}, { cookie }))
      },
    },
    {
      name: 'shipment',
      async prepare() {
        const { orderId } = await paidOrder()
        const cookie = await cookieOf(admin)
        const body = { status: 'shipped', carrier: 'India Post', tracking_number: 'EK123456789IN' }
        return async (url) => void (await send(url, 'PUT', `/api/orders/${orderId}`, body, { cookie }))
      },
    },
    {
      name: 'refund',
      async prepare() {
        const { orderId, person } = await deliveredOrder()
        must(
          await requestOrderRefund(ctx(person), { orderId, reason: 'damaged', details: '', wish: 'refund' }),
        )
        const cookie = await cookieOf(admin)
        const [item] = (await findOrder(db, orderId))?.items ?? []
        const returned_items = [{ order_item_id: item?.id, quantity: 1, restocked: 1 }]
        const body = { decision: 'approve', answer: 'Sorry', returned_items }
        const path = `/api/orders/${orderId}/refund-request`
        // A repeated decision answers 409.
        return async (url) => void (await send(url, 'PUT', path, body, { cookie, statuses: [200, 409] }))
      },
    },
    {
      name: 'upload in parts',
      async prepare() {
        const { worker, workLogId, bytes } = await startedTask()
        const cookie = await cookieOf(worker)
        const path = `/api/work-logs/${workLogId}/photo-uploads`
        const description = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }
        return async (url) => {
          const upload = await send(url, 'POST', path, description, { cookie })
          const half = Math.ceil(bytes.length / 2)
          for (let offset = upload.offset; offset < bytes.length; offset += half) {
            const headers = {
              'upload-offset': `${offset}`,
              'content-type': 'application/offset+octet-stream',
            }
            await send(url, 'PATCH', `${path}/${upload.id}`, bytes.subarray(offset, offset + half), {
              cookie,
              headers,
            })
          }
          await send(url, 'POST', `${path}/${upload.id}/finish`, null, { cookie })
        }
      },
    },
    {
      name: 'upload at once',
      async prepare() {
        const { worker, workLogId, bytes } = await startedTask()
        const cookie = await cookieOf(worker)
        return async (url) => {
          const form = new FormData()
          form.set('photo', new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
          const { body, type } = await encodeForm(form)
          await send(url, 'POST', `/api/work-logs/${workLogId}/photo`, body, {
            cookie,
            headers: { 'content-type': type },
          })
        }
      },
    },
    {
      name: 'approval',
      async prepare() {
        const workLogId = await submittedTask()
        const cookie = await cookieOf(admin)
        const body = { admin_review_status: 'approved', rating: 5, stock_quantity: 40 }
        return async (url) =>
          void (await send(url, 'PUT', `/api/work-logs/${workLogId}`, body, { cookie, statuses: [200, 409] }))
      },
    },
    {
      name: 'payout',
      isAlone: true,
      async prepare() {
        await approvedTask()
        const cookie = await cookieOf(admin)
        const form = new URLSearchParams({ intent: 'make' })
        return async (url) =>
          void (await send(url, 'POST', '/admin/dashboard/payouts', form, { cookie, statuses: [303, 409] }))
      },
    },
    {
      name: 'payment of a payout',
      async prepare() {
        await approvedTask()
        const { payoutId } = must(await makePayout(ctx(admin)))
        const cookie = await cookieOf(admin)
        const form = new URLSearchParams({ intent: 'pay' })
        for (const { id } of (await findPayout(db, payoutId))?.lines ?? [])
          form.set(`reference ${id}`, `UPI-${id}`)
        const path = `/admin/dashboard/payouts/${payoutId}`
        // A repeated reference asks for a confirmation.
        return async (url) =>
          void (await send(url, 'POST', path, form, { cookie, statuses: [303, 200, 409] }))
      },
    },
  ]
}

/** Encodes a form as a browser does. */
async function encodeForm(form: FormData) {
  const request = new Request('http://form.test', { method: 'POST', body: form })
  return {
    type: request.headers.get('content-type') ?? '',
    body: new Uint8Array(await request.arrayBuffer()),
  }
}

function randomDigits(count: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte % 10).join('')
}
