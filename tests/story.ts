import { randomUUID } from 'node:crypto'
import { makeOrder } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeTask } from '#db/factories/task.ts'
import { makeUser } from '#db/factories/user.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { changeOrder } from '#shop/orders/change-order.ts'
import type { PlaceOrderInput } from '#shop/orders/input.ts'
import type { OrderStatus } from '#shop/orders/order.ts'
import { createGroup } from '#shop/programme/manage-groups.ts'
import { startTask } from '#shop/programme/own-task.ts'
import { findPayout } from '#shop/programme/pay.read.ts'
import { makePayout } from '#shop/programme/pay-workers.ts'
import { submitPhoto } from '#shop/programme/photo-upload.ts'
import { approveTask } from '#shop/programme/review-task.ts'
import type { TaskInput } from '#shop/programme/task-fields.ts'
import { NOW, type testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { phonePhoto } from '#tests/pictures.ts'

type TestShop = Pick<Awaited<ReturnType<typeof testDatabase>>, 'db' | 'ctx'>

/** Higher than the numbers of photos that tests choose themselves. */
let photoNumber = 100_000

/**
 * Returns an owner, and functions that bring a shop to the states in which many tests begin. They call use
 * cases, which must succeed.
 */
export async function story({ db, ctx }: TestShop) {
  const admin = await makeUser(db, { staffRole: 'owner', fullName: 'Meera Admin' })
  const asAdmin = ctx(admin)

  /** Creates a group of workers. Returns its id. */
  async function makeGroup(): Promise<string> {
    return must(await createGroup(asAdmin, { name: `Group ${randomUUID()}`, place: 'Dharwad' })).groupId
  }

  async function makeStartedTask(
    worker: Person,
    fields: Partial<TaskInput> = {},
    now = NOW,
  ): Promise<string> {
    const workLogId = await makeTask(ctx(admin, { now }), worker, fields)
    must(await startTask(ctx(worker, { now }), { workLogId }))
    return workLogId
  }

  /** Sends a photo that no other task has, small because it is decoded and encoded several times. */
  async function sendPhoto(worker: Person, workLogId: string, now = NOW): Promise<void> {
    must(await submitPhoto(ctx(worker, { now }), { workLogId, bytes: await phonePhoto(++photoNumber, 64) }))
  }

  async function makeSubmittedTask(
    worker: Person,
    fields: Partial<TaskInput> = {},
    now = NOW,
  ): Promise<string> {
    const workLogId = await makeStartedTask(worker, fields, now)
    await sendPhoto(worker, workLogId, now)
    return workLogId
  }

  async function makeApprovedTask(
    worker: Person,
    fields: Partial<TaskInput> = {},
    { now = NOW, doneQuantity }: { now?: Date; doneQuantity?: number } = {},
  ): Promise<string> {
    const workLogId = await makeSubmittedTask(worker, fields, now)
    must(await approveTask(ctx(admin, { now }), { workLogId, rating: 5, doneQuantity }))
    return workLogId
  }

  /** Makes a payout of everything payable. Returns it with its lines. */
  async function payEverything(now = NOW) {
    const { payoutId } = must(await makePayout(ctx(admin, { now })))
    const payout = await findPayout(db, payoutId)
    if (!payout) throw new Error('the payout is not in the database')
    return payout
  }

  /** Orders a new product with ten units in stock, and sets the order's status. */
  async function orderProduct(
    customer: Person,
    {
      status = 'pending',
      quantity = 1,
      ...fields
    }: Partial<PlaceOrderInput> & { status?: OrderStatus; quantity?: number } = {},
  ) {
    const productId = await makeProduct(db, { price: rupees(100), stockQuantity: 10 }, NOW)
    const orderId = await makeOrder(ctx(customer), [{ productId, quantity }], fields)
    if (status !== 'pending') must(await changeOrder(asAdmin, { orderId, status }))
    return { orderId, productId }
  }

  return {
    admin,
    asAdmin,
    makeGroup,
    makeStartedTask,
    sendPhoto,
    makeSubmittedTask,
    makeApprovedTask,
    payEverything,
    orderProduct,
  }
}
