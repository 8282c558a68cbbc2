import { randomUUID } from 'node:crypto'
import { IDS } from '#api/examples.ts'
import { makeCoupon } from '#db/factories/coupon.ts'
import { ADDRESS, makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeCoordinator, makeTask, makeWorker } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import { sandboxBank } from '#infra/payments/sandbox/sandbox-bank.ts'
import { saveAddress } from '#shop/customers/saved-addresses.ts'
import { newToken, tokenHash } from '#shop/email-token.ts'
import { replaceRecoveryCodes } from '#shop/factors/factors.sql.ts'
import { invoicesOfOrder } from '#shop/invoices/invoices.read.ts'
import { issueCreditNote, issueInvoice } from '#shop/invoices/issue-documents.ts'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'
import { DAY_MS, HOUR_MS } from '#shop/kernel/duration.ts'
import { paise } from '#shop/kernel/money.ts'
import { cancelOrder } from '#shop/orders/cancel-order.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { requestOrderRefund } from '#shop/orders/request-refund.ts'
import type { PaymentMethod } from '#shop/payments/payment.ts'
import { insertDeletionLink } from '#shop/privacy/deletion-links.sql.ts'
import { createGroup } from '#shop/programme/manage-groups.ts'
import { startTask } from '#shop/programme/own-task.ts'
import { beginPhotoUpload, submitPhoto, uploadPhotoChunk } from '#shop/programme/photo-upload.ts'
import { photoPath } from '#shop/programme/signed-url.ts'
import { findTask } from '#shop/programme/tasks.read.ts'
import { writeReview } from '#shop/reviews/write-review.ts'
import { openPayment } from '#shop/settlement/pay-order.ts'
import { TEST_SESSION } from '#tests/api-client.ts'
import { NOW, SANDBOX_SECRET, type testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { phonePhoto } from '#tests/pictures.ts'
import { rowOf } from '#tests/rows.ts'

export type Shop = Pick<Awaited<ReturnType<typeof testDatabase>>, 'db' | 'jobs' | 'ctx'>

/** Creates a person of each role, in the order of the tables' columns. */
export async function makeEverybody({ db, ctx }: Shop) {
  const admin = await makeUser(db, { staffRole: 'owner' })
  const groupId = must(
    await createGroup(ctx(admin), { name: `Annapurna ${randomUUID()}`, place: 'Dharwad' }),
  ).groupId
  const otherGroup = await createGroup(ctx(admin), { name: `Shakti ${randomUUID()}`, place: 'Navalgund' })
  return {
    visitor: VISITOR,
    customer: await makeUser(db, { fullName: 'Asha Rao' }),
    otherCustomer: await makeUser(db),
    worker: await makeWorker(ctx(admin), { groupId }),
    otherWorker: await makeWorker(ctx(admin), { groupId: must(otherGroup).groupId }),
    admin,
    coordinator: await makeCoordinator(ctx(admin), [groupId]),
    manager: await makeUser(db, { staffRole: 'manager' }),
    packer: await makeUser(db, { staffRole: 'packer' }),
    accountant: await makeUser(db, { staffRole: 'accountant' }),
    support: await makeUser(db, { staffRole: 'support' }),
  }
}
export type Everybody = Awaited<ReturnType<typeof makeEverybody>>

/**
 * Returns functions that create rows of the customer and the worker. Each cell needs new rows, since cells
 * change them.
 */
export function ownThings({ db, jobs, ctx }: Shop, { customer, worker, admin }: Everybody) {
  let photoNumber = 0

  async function product(): Promise<string> {
    const id = await makeProduct(db, { stockQuantity: 1000 }, NOW)
    return id
  }

  async function account(): Promise<string> {
    return (await makeUser(db)).id
  }

  async function order(status: OrderStatus = 'pending', paymentMethod: PaymentMethod = 'cod') {
    const productId = await product()
    const orderId = await makeOrder(ctx(customer), [{ productId, quantity: 1 }], { paymentMethod })
    if (status !== 'pending') must(await changeOrder(ctx(admin), { orderId, status, carrier: 'Post' }))
    return { orderId, productId }
  }

  async function cancellationRequest(): Promise<string> {
    const { orderId } = await order('shipped')
    must(await cancelOrder(ctx(customer), { orderId, details: '' }))
    return orderId
  }

  async function refundRequest(): Promise<string> {
    const { orderId } = await order('delivered')
    must(await requestOrderRefund(ctx(customer), { orderId, reason: 'damaged', details: '' }))
    return orderId
  }

  /** Creates a card order and pays it at the sandbox. Returns the proof that the browser brings back. */
  async function payment() {
    const { orderId } = await order('pending', 'card')
    const { providerOrderId } = must(await openPayment(ctx(customer), { orderId }))
    const bank = sandboxBank({ db, jobs, secret: SANDBOX_SECRET, now: () => NOW })
    const { payment_id, signature } = await bank.decide(providerOrderId, 'success')
    return { order_id: orderId, payment_id, signature }
  }

  async function creditNote(): Promise<{ orderId: string; noteId: string; invoiceId: string }> {
    const { orderId } = await order('delivered')
    must(await issueInvoice(ctx(), orderId))
    await issueCreditNote(ctx(), { orderId, cause: `refund:${orderId}`, amount: paise(1_00) })
    const { invoices, creditNotes } = await invoicesOfOrder(db, orderId)
    return { orderId, noteId: creditNotes[0]?.id ?? '', invoiceId: invoices[0]?.id ?? '' }
  }

  const task = () => makeTask(ctx(admin), worker)

  async function startedTask(): Promise<string> {
    const workLogId = await task()
    must(await startTask(ctx(worker), { workLogId }))
    return workLogId
  }

  async function photo(): Promise<Uint8Array<ArrayBuffer>> {
    photoNumber += 1
    return new Uint8Array(await phonePhoto(photoNumber, 64))
  }

  async function submittedTask(): Promise<string> {
    const workLogId = await startedTask()
    must(await submitPhoto(ctx(worker), { workLogId, bytes: await photo() }))
    return workLogId
  }

  /** The URL of a photo in the worker's list, as a path of the API. */
  async function photoLink(workLogId: string): Promise<string> {
    const task = await findTask(db, workLogId)
    if (!task?.photo) throw new Error('the task has no photo')
    const path = photoPath(ctx().links, { workLogId, photoId: task.photo.id }, NOW)
    return path.replace(/^\/api/, '')
  }

  async function upload() {
    const workLogId = await startedTask()
    const bytes = await photo()
    const sha256 = await sha256Of(bytes)
    const { id: uploadId } = must(
      await beginPhotoUpload(ctx(worker), { workLogId, sha256, size: bytes.length }),
    )
    return { workLogId, uploadId, bytes }
  }

  /** Creates an upload that has received all its bytes. */
  async function arrivedUpload() {
    const { bytes, ...ids } = await upload()
    must(await uploadPhotoChunk(ctx(worker), { ...ids, offset: 0, bytes }))
    return ids
  }

  /** Maps the ids of the contract's examples to those of the order and its first item. */
  async function withItem(orderId: string): Promise<Record<string, string>> {
    const item = await rowOf(db, 'orderItems', { orderId })
    return { [IDS.order]: orderId, [IDS.orderItem]: item.id }
  }

  /** Creates a recovery code of the customer. All callers use the customer's session. */
  async function recoveryCode(): Promise<string> {
    const session = { id: TEST_SESSION, userId: customer.id, token: randomUUID() }
    const expiresAt = new Date(NOW.getTime() + DAY_MS)
    await db
      .insertInto('sessions')
      .values({ ...session, expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const code = randomUUID()
    await replaceRecoveryCodes(db, customer.id, [code])
    return code
  }

  const coupon = async (customerId: string | null = null) => {
    const { id, code } = await makeCoupon(db, {}, NOW)
    if (customerId) await db.updateTable('coupons').set({ customerId }).where('id', '=', id).execute()
    return { id, code }
  }

  async function address(): Promise<string> {
    const phone = freshPhone()
    return must(
      await saveAddress(ctx(customer), { id: null, address: { ...ADDRESS, phone }, makeDefault: false }),
    ).id
  }

  /** Creates a person with no rows but the account, which a cell deletes. */
  const leaver = () => makeUser(db)

  /** Returns the token of a link that deletes the person's account. */
  async function deletionToken({ id: userId }: Person): Promise<string> {
    const token = newToken()
    const expiresAt = new Date(NOW.getTime() + HOUR_MS)
    await insertDeletionLink(db, { userId, tokenHash: tokenHash(token), expiresAt })
    return token
  }

  async function review(): Promise<{ productId: string; reviewId: string }> {
    const { productId } = await order('delivered')
    const written = must(await writeReview(ctx(customer), productId, { rating: 5, summary: 'Honest heat.' }))
    return { productId, reviewId: written.id }
  }

  return {
    address,
    leaver,
    deletionToken,
    review,
    product,
    account,
    order,
    cancellationRequest,
    refundRequest,
    payment,
    creditNote,
    task,
    startedTask,
    submittedTask,
    photo,
    photoLink,
    upload,
    arrivedUpload,
    withItem,
    recoveryCode,
    coupon,
  }
}
export type OwnThings = ReturnType<typeof ownThings>

export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

let phones = 0

/** Returns a mobile number that no worker has. */
export function freshPhone(): string {
  phones += 1
  return String(9_700_000_000 + phones)
}
