/** An allowed role for every operation of the contract, and rows under the ids of its example. */
import { createEmailVerificationToken } from 'better-auth/api'
import { BODIES, IDS, VERIFICATION_TOKEN } from '#api/examples.ts'
import { makeUser } from '#db/factories/user.ts'
import { mailedLinkKeys } from '#infra/keys/key-ring.ts'
import { uploadPhotoChunk } from '#shop/programme/photo-upload.ts'
import { type Everybody, ownThings, type Shop } from '#tests/access/api-things.ts'
import { SECRET } from '#tests/database.ts'
import { rowOf } from '#tests/rows.ts'

/** The role that sends the example, and real ids for its placeholders. */
type Stage = { as: keyof Everybody; ids?: () => Promise<Record<string, string>> }

/** Creates the rows that an example names, for each operation whose example names any. */
function stagesOf(shop: Shop, people: Everybody) {
  const { db, ctx } = shop
  const things = ownThings(shop, people)
  const as = (who: keyof Everybody, ids: NonNullable<Stage['ids']>): Stage => ({ as: who, ids })
  const order = (who: keyof Everybody, ...how: Parameters<typeof things.order>) =>
    as(who, async () => ({ [IDS.order]: (await things.order(...how)).orderId }))
  const task = (who: keyof Everybody, make: () => Promise<string>) =>
    as(who, async () => ({ [IDS.workLog]: await make() }))
  const upload = async () => {
    const { workLogId, uploadId, bytes } = await things.upload()
    return { ids: { [IDS.workLog]: workLogId, [IDS.upload]: uploadId }, bytes }
  }

  const withItem = async (orderId: string) => {
    const item = await rowOf(db, 'orderItems', { orderId })
    return { [IDS.order]: orderId, [IDS.orderItem]: item.id }
  }

  const made = {
    'DELETE /products/{id}': as('admin', async () => ({ 'ragi-mix': await things.product() })),
    'POST /products/{id}/reviews': as('customer', async () => ({
      'ragi-mix': (await things.order('delivered')).productId,
    })),
    'GET /coupons': as('admin', async () => ({ [IDS.coupon]: (await things.coupon()).id })),
    'PUT /coupons/{id}': as('admin', async () => ({ [IDS.coupon]: (await things.coupon()).id })),
    'DELETE /coupons/{id}': as('admin', async () => ({ [IDS.coupon]: (await things.coupon()).id })),
    'GET /orders': order('customer'),
    'GET /orders/{id}': order('customer'),
    'PUT /orders/{id}': order('admin'),
    'POST /orders/{id}/cancellation': order('customer'),
    'PUT /orders/{id}/cancellation': as('admin', async () => withItem(await things.cancellationRequest())),
    'POST /orders/{id}/refund-request': order('customer', 'delivered'),
    'PUT /orders/{id}/refund-request': as('admin', async () => withItem(await things.refundRequest())),
    'GET /orders/{id}/invoice': order('customer', 'shipped'),
    'GET /orders/{id}/credit-notes/{noteId}': as('customer', async () => {
      const { orderId, noteId } = await things.creditNote()
      return { [IDS.order]: orderId, [IDS.creditNote]: noteId }
    }),
    'GET /orders/{id}/events': order('customer'),
    'POST /create-payment-intent': order('customer', 'pending', 'card'),
    'POST /process-payment': as('customer', async () => {
      const { order_id, payment_id = '', signature = '' } = await things.payment()
      const { payment_id: shownPayment, signature: shownSignature } = BODIES.PaymentProof
      return { [IDS.order]: order_id, [shownPayment]: payment_id, [shownSignature]: signature }
    }),
    'POST /auth/verify-email': as('visitor', async () => {
      const { email } = await makeUser(db, { emailVerified: false })
      return { [VERIFICATION_TOKEN]: await createEmailVerificationToken(mailedLinkKeys([SECRET])[0], email) }
    }),
    'POST /auth/sign-in/email': as('visitor', async () => {
      const { email, password } = BODIES.SignIn
      return { [email]: (await makeUser(db, { password })).email }
    }),
    'GET /work-logs': task('worker', things.task),
    'GET /work-logs/{id}': task('worker', things.task),
    'PUT /work-logs/{id}': task('admin', things.task),
    'DELETE /work-logs/{id}': task('admin', things.task),
    'POST /work-logs/{id}/counts': task('worker', things.startedTask),
    'POST /send-approval-notification': task('worker', things.submittedTask),
    'POST /work-logs/{id}/photo': task('worker', things.startedTask),
    'POST /work-logs/{id}/photo-uploads': task('worker', things.startedTask),
    'PATCH /work-logs/{id}/photo-uploads/{uploadId}': as('worker', async () => (await upload()).ids),
    'POST /work-logs/{id}/photo-uploads/{uploadId}/finish': as('worker', async () => {
      const { ids, bytes } = await upload()
      const at = { workLogId: ids[IDS.workLog] ?? '', uploadId: ids[IDS.upload] ?? '' }
      await uploadPhotoChunk(ctx(people.worker), { ...at, offset: 0, bytes })
      return ids
    }),
    'GET /work-logs/{id}/photos/{photoId}': as('worker', async () => {
      const link = new URL(await things.photoLink(await things.submittedTask()), 'http://shop.test')
      const [, , workLog = '', , photo = ''] = link.pathname.split('/')
      const { until = '', proof = '' } = Object.fromEntries(link.searchParams)
      return { [IDS.workLog]: workLog, [IDS.photo]: photo, 1795000000: until, x3mF0c1q: proof }
    }),
  }
  return made satisfies Record<string, Stage>
}

type Described = { method: string; path: string; security?: object[]; summary?: string }

/** Staff where the summary says so, otherwise a customer or a visitor. */
function roleOf({ security, summary = '' }: Described): keyof Everybody {
  if (!security) return 'visitor'
  return summary.includes('(admin)') ? 'admin' : 'customer'
}

/** Returns the role that sends an operation's example, and `put`, which replaces example ids by real ones. */
export function stages(shop: Shop, people: Everybody) {
  const made: Record<string, Stage> = stagesOf(shop, people)
  const names = { [IDS.customer]: people.customer.id, [IDS.worker]: people.worker.id }
  const onStage = async (operation: Described) => {
    const { as: who, ids } = made[`${operation.method} ${operation.path}`] ?? { as: roleOf(operation) }
    const real = Object.entries({ ...names, ...(await ids?.()) })
    const put = (text: string) => real.reduce((done, [example, id]) => done.replaceAll(example, id), text)
    return { actor: people[who], put }
  }
  return { names: Object.keys(made), onStage }
}
