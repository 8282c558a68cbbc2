import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ADDRESS } from '#db/factories/order.ts'
import { makeUser } from '#db/factories/user.ts'
import { verifyChain } from '#shop/audit/verify-chain.ts'
import { recountStock } from '#shop/catalogue/recount-stock.ts'
import { updateProfile } from '#shop/customers/change-account.ts'
import { inviteStaff, withdrawInvitation } from '#shop/customers/staff-invitations.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { paise } from '#shop/kernel/money.ts'
import { answerMessage, saveMessageNote } from '#shop/messages/answer-message.ts'
import { listMessages } from '#shop/messages/messages.read.ts'
import { sendContactMessage } from '#shop/messages/send-contact-message.ts'
import { changesOfOrder, notesOfOrder } from '#shop/orders/admin-order.read.ts'
import { correctAddress } from '#shop/orders/correct-address.ts'
import { addNote, editNote, removeNote } from '#shop/orders/order-help.ts'
import { viewRefundAccount } from '#shop/orders/order-refund-account.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { packOrders } from '#shop/orders/packing-desk.ts'
import { requestOrderRefund } from '#shop/orders/request-refund.ts'
import { payRefundManually, sendRefund } from '#shop/payments/pay-refunds.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { deleteAccount } from '#shop/privacy/delete-account.ts'
import { changeOwnProfile } from '#shop/programme/change-own-profile.ts'
import { enrolWorker } from '#shop/programme/enrol-worker.ts'
import { workerInput } from '#shop/programme/input.ts'
import { answerPayQuestion, askAboutPay } from '#shop/programme/pay-questions.ts'
import { releasePayment } from '#shop/programme/pay-workers.ts'
import { rejectTask } from '#shop/programme/review-task.ts'
import { changeOwnUpi, changeUpiOf, stopUpiChange } from '#shop/programme/upi-changes.ts'
import { addWorkers } from '#shop/programme/worker-cards.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { rowOf } from '#tests/rows.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { db, ctx } = shop
const { asAdmin, makeGroup, orderProduct, makeSubmittedTask, makeApprovedTask, payEverything } =
  await story(shop)

/** The test's names and personal texts all contain one of these. */
const MARKS = ['qzx', '98765000', '98765 000']
const BY_PASSWORD = { by: 'password' } as const

const readLog = async () => {
  const entries = await sql<{ row: string }>`select t::text as row from audit_log t order by id`.execute(db)
  const links = await sql<{ row: string }>`select t::text as row from audit_chain t order by seq`.execute(db)
  return [...entries.rows, ...links.rows].map(({ row }) => row)
}

it('contains no personal value from any use case, and does not change when the account is closed', async () => {
  const person = await makeUser(db, { fullName: 'Qzx Rao', email: 'qzx@example.test' })
  const worker = { ...person, isWorker: true }
  must(
    await updateProfile(asAdmin, { userId: person.id, fullName: 'Qzx Patil', phoneNumber: '+919876500001' }),
  )
  must(await inviteStaff(asAdmin, { email: 'qzx-staff@example.test', staffRole: 'packer' }))
  must(await withdrawInvitation(asAdmin, (await rowOf(db, 'staffInvitations', {})).id))

  const details = workerInput.parse({ place: 'Qzxpur', phone: '9876500002', groupId: await makeGroup() })
  must(await enrolWorker(asAdmin, { ...details, upiId: 'qzx@upi', userId: person.id }))
  must(await enrolWorker(asAdmin, { ...details, upiId: 'qzx@upi', place: 'Qzxgarh', userId: person.id }))
  must(await changeOwnProfile(ctx(worker), { phone: '9876500003' }, BY_PASSWORD))
  must(await changeOwnUpi(ctx(worker), { upiId: 'qzx2@upi', proof: BY_PASSWORD }))
  must(await stopUpiChange(asAdmin, person.id))
  must(await changeUpiOf(asAdmin, { userId: person.id, upiId: 'qzx3@upi' }))
  must(await addWorkers(asAdmin, [{ fullName: 'Qzx Devi', phone: '9876500004', groupId: null }]))
  const workLogId = await makeSubmittedTask(worker, { taskDescription: 'For Qzx' })
  must(await rejectTask(asAdmin, { workLogId, preset: null, reason: 'Qzx counted wrong' }))
  await makeApprovedTask(worker)
  const line = (await payEverything()).lines.find(({ userId }) => userId === person.id)
  must(await releasePayment(asAdmin, { lineId: line?.id ?? '', note: 'Qzx moved' }))
  const { questionId } = must(await askAboutPay(ctx(worker), { payoutLineId: null, question: 'Qzx?' }))
  must(await answerPayQuestion(asAdmin, { questionId, answer: 'Dear Qzx' }))

  const { orderId, productId } = await orderProduct(person, { status: 'processing' })
  const version = async () => (await findOrder(db, orderId))?.version ?? 0
  const address = {
    ...ADDRESS,
    fullName: 'Qzx',
    phone: '9876500005',
    addressLine1: 'Qzx Road',
    city: 'Qzxpur',
  }
  must(await correctAddress(asAdmin, { orderId, version: await version(), address }))
  must(await addNote(asAdmin, { orderId, text: 'Qzx rang' }))
  const [note] = await notesOfOrder(db, orderId)
  must(await editNote(asAdmin, { orderId, noteId: note?.id ?? '', text: 'Qzx rang twice' }))
  must(await removeNote(asAdmin, { orderId, noteId: note?.id ?? '' }))
  must(await packOrders(asAdmin, [{ orderId, version: await version(), note: 'Qzx fetches it' }]))
  expect((await changesOfOrder(db, orderId))[0]?.after).toEqual({ packed: true, note: 'Qzx fetches it' })
  const sold = (await orderProduct(person, { status: 'delivered' })).orderId
  const account = { kind: 'upi', upi: 'qzx@okicici' } as const
  must(await requestOrderRefund(ctx(person), { orderId: sold, reason: 'damaged', details: 'Qzx', account }))
  must(await viewRefundAccount(asAdmin, sold))
  const amount = paise((await rowOf(db, 'orders', { id: sold })).total)
  must(
    await decideRefund(asAdmin, {
      ...{ orderId: sold, decision: 'approve', amount, returned: [], answer: 'Sorry, Qzx' },
    }),
  )
  const [refund] = await refundsOfOrder(db, sold)
  await sendRefund(ctx(), refund?.id ?? '')
  must(await payRefundManually(asAdmin, { refundId: refund?.id ?? '', reference: 'To qzx@okicici' }))
  const { stockQuantity } = await rowOf(db, 'products', { id: productId })
  const counts = [{ productId, seen: stockQuantity, counted: stockQuantity + 1 }]
  must(await recountStock(asAdmin, { counts, note: 'Qzx counted' }))

  const from = { name: 'Qzx', email: person.email, subject: 'other', side: 'millet' } as const
  await sendContactMessage(ctx(VISITOR), { ...from, message: 'Qzx asks' })
  const { messages } = await listMessages(db, { text: 'Qzx', now: ctx().now, page: 1, perPage: 1 })
  const messageId = messages[0]?.id ?? ''
  must(await saveMessageNote(asAdmin, { messageId, note: 'Qzx rang', shown: '' }))
  must(await answerMessage(asAdmin, { messageId, body: 'Dear Qzx', seen: 0 }))

  const log = await readLog()
  expect(log.length).toBeGreaterThan(60)
  expect(log.filter((row) => MARKS.some((mark) => row.toLowerCase().includes(mark)))).toEqual([])

  // An account with open work cannot be closed.
  await db.updateTable('orders').set({ status: 'delivered' }).where('id', '=', orderId).execute()
  await db.updateTable('workLogs').set({ state: 'withdrawn' }).where('userId', '=', person.id).execute()
  expect(await deleteAccount(ctx(person), BY_PASSWORD)).toMatchObject({ ok: true })
  expect(await readLog()).toEqual(log)
  expect(await verifyChain({ db })).toMatchObject({ ok: true })
})
