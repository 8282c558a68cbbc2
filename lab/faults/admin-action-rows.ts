import { randomUUID } from 'node:crypto'
import { makeSession } from '#db/factories/session.ts'
import { makeSubscriber } from '#db/factories/subscriber.ts'
import { makeUser } from '#db/factories/user.ts'
import { type ActionRow, type Desk, type Fields, fixedPost, type Statuses } from '#lab/faults/action-rows.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { addDays, dayOf } from '#shop/kernel/day.ts'
import { rupees, toRupees } from '#shop/kernel/money.ts'
import { sendContactMessage } from '#shop/messages/send-contact-message.ts'
import { createNewsletter, sendNewsletter, stopNewsletter } from '#shop/newsletters/manage-newsletter.ts'
import { countAudience } from '#shop/newsletters/newsletters.read.ts'
import { sendRefund } from '#shop/payments/pay-refunds.ts'
import { refundsOfOrder } from '#shop/payments/refunds.read.ts'
import { makePayout } from '#shop/programme/pay-workers.ts'
import { approveTask } from '#shop/programme/review-task.ts'
import { insertPhoneSession } from '#shop/programme/sign-in.sql.ts'
import { changeUpiOf } from '#shop/programme/upi-changes.ts'
import { addWorkers } from '#shop/programme/worker-cards.ts'
import { decideRefund } from '#shop/settlement/decide-refund.ts'
import { addEndpoint } from '#shop/webhooks/manage-endpoints.ts'
import { freshPhone, type OwnThings, type Shop } from '#tests/access/api-things.ts'
import { insertFailedJob } from '#tests/given-up-job.ts'
import { must } from '#tests/must.ts'
import { readForm } from '#tests/page-form.ts'
import { rowOf } from '#tests/rows.ts'

const ADMIN = '/admin/dashboard'
const admin = (status: number): Statuses => [401, 403, 403, status]
let serial = 0

const ENDPOINT = { url: 'https://receiver.example/', description: '', kinds: ['order.placed' as const] }

const NEWSLETTER = {
  subject: 'Ragi',
  preheader: '',
  body: 'It is harvested now.',
  ordered: 'any',
  days: null,
  state: 'all',
} as const

/** The posts of the dashboard. */
export function adminActionRows(shop: Shop): ActionRow[] {
  return rowsOf(shop).map((row) => ({ expected: admin(303), ...row }))
}

/** Rows without `expected` redirect admins. Longer forms are read from their page and filled in. */
function rowsOf(shop: Shop): (Omit<ActionRow, 'expected'> & { expected?: Statuses })[] {
  const { db, ctx } = shop
  return [
    {
      id: 'admin/orders/orders',
      expected: admin(200),
      tables: ['orders'],
      post: async (t) => [
        `${ADMIN}/orders`,
        { intent: 'bulk-status', status: 'processing', order: `${(await t.order()).orderId}:1` },
      ],
    },
    {
      id: 'admin/orders/new',
      tables: ['users'],
      post: fixedPost(`${ADMIN}/orders/new`, {
        ...{ intent: 'add-customer', fullName: 'Kamala Bai', phoneNumber: '9845098450', email: '' },
      }),
    },
    {
      id: 'admin/orders/items',
      expected: admin(200),
      tables: [],
      post: async (t) => [
        `${ADMIN}/orders/${(await t.order()).orderId}/items`,
        { intent: 'update', version: '1', cart: '' },
      ],
    },
    {
      id: 'admin/filters/filters',
      tables: ['saved_filters'],
      post: fixedPost(`${ADMIN}/filters/orders`, {
        intent: 'save',
        name: 'Waiting',
        query: 'status=pending',
      }),
    },
    {
      id: 'admin/orders/order',
      tables: ['order_notes'],
      post: async (t) => [
        `${ADMIN}/orders/${(await t.order()).orderId}`,
        { intent: 'add-note', text: 'Call before you come' },
      ],
    },
    {
      id: 'admin/orders/address',
      tables: ['shipping_addresses'],
      post: async (t) => [
        `${ADMIN}/orders/${(await t.order()).orderId}/address`,
        {
          ...{ version: '1', fullName: 'Asha Rao', phone: '9845012345', addressLine1: '9, Temple Road' },
          ...{ addressLine2: '', city: 'Mysuru', state: 'Karnataka', postalCode: '570001' },
        },
      ],
    },
    {
      id: 'admin/texts/text',
      isSensitive: true,
      tables: ['site_texts'],
      post: async (_, __, desk) => {
        serial += 1
        const form = readForm(await desk.open(`${ADMIN}/texts/offers`), 'name="lines"')
        form.set('intent', 'save')
        form.set('lines', `Open on Sunday ${serial}`)
        return [`${ADMIN}/texts/offers`, form]
      },
    },
    {
      id: 'admin/settings/settings',
      isSensitive: true,
      tables: ['shop_settings'],
      post: async (_, __, desk) => {
        serial += 1
        const form = readForm(await desk.open(`${ADMIN}/settings`), 'name="shippingFee"')
        form.set('shippingFee', `${serial}`)
        return [`${ADMIN}/settings`, form]
      },
    },
    {
      id: 'admin/texts/preview',
      expected: admin(200),
      tables: [],
      post: fixedPost('/admin/text-preview/offers', { lines: 'Open on Sunday' }),
    },
    {
      id: 'admin/products/recount',
      expected: admin(200),
      tables: [],
      post: async (t) => {
        const id = await t.product()
        const fields = { [`seen:${id}`]: '1', [`count:${id}`]: '3', note: 'Month end' }
        return [`${ADMIN}/stock-count`, fields, '1 to 3']
      },
    },
    {
      id: 'admin/orders/print',
      expected: admin(200),
      tables: ['order_prints'],
      post: async (t) => [`${ADMIN}/orders/print/labels`, { order: (await t.order()).orderId }],
    },
    {
      id: 'admin/packing/packing',
      tables: ['orders'],
      post: async (t) => [`${ADMIN}/packing`, { intent: 'confirm', order: `${(await t.order()).orderId}:1` }],
    },
    {
      id: 'admin/packing/check',
      tables: ['order_packings'],
      post: async (t) => [
        `${ADMIN}/packing/${(await t.order('processing')).orderId}`,
        { version: '3', note: 'Counted by hand' },
      ],
    },
    {
      id: 'admin/packing/tracking',
      expected: admin(200),
      tables: [],
      post: async () => [
        `${ADMIN}/packing/tracking`,
        { carrier: 'Delhivery', file: new File(['order_id,awb\n123456,A1\n'], 'awb.csv') },
        'There’s no such order',
      ],
    },
    {
      id: 'admin/packing/tracking',
      expected: admin(200),
      tables: ['saved_filters'],
      post: async () => [
        `${ADMIN}/packing/tracking`,
        {
          columns: 'chosen',
          order: '0',
          number: '1',
          courier: 'none',
          carrier: 'DTDC',
          content: 'id,slip\n12,A1\n',
        },
        'There’s no such order',
      ],
    },
    {
      id: 'admin/products/products',
      tables: ['products'],
      post: async (t) => [`${ADMIN}/products`, { id: await t.product() }],
    },
    {
      id: 'admin/products/products',
      tables: ['products', 'stock_movements'],
      post: async (t) => [
        `${ADMIN}/products`,
        { intent: 'stock', id: await t.product(), version: '1', stockShown: '100', stock: '90' },
        'Stock changed',
      ],
    },
    {
      id: 'programme/desk/payouts/minimum-wages',
      tables: ['minimum_wages'],
      post: async () => {
        serial += 1
        const validFrom = `2026-04-${`${(serial % 28) + 1}`.padStart(2, '0')}`
        const wage = { state: 'Karnataka', dailyAmount: '480', hours: '8', validFrom }
        return [`${ADMIN}/payouts/minimum-wages`, { intent: 'add', ...wage, source: 'A notification' }]
      },
    },
    {
      id: 'admin/products/new',
      expected: admin(200),
      tables: [],
      post: fixedPost(`${ADMIN}/products/new`, {
        name: 'Half a mix',
        new_image_url: '/a.svg',
        picture: 'add',
      }),
    },
    {
      id: 'admin/products/preview',
      tables: [],
      post: async (t) => [
        `/admin/product-preview/${await t.product()}`,
        { intent: 'cart', quantity: '1' },
        'Nothing can be bought here',
      ],
    },
    {
      id: 'admin/reviews/review',
      expected: admin(200),
      tables: ['reviews'],
      post: async (t) => {
        const review = { authorName: 'Asha R.', rating: 4, summary: 'Good with curd.' }
        const { id } = await db
          .insertInto('reviews')
          .values({ ...review, productId: await t.product() })
          .returning('id')
          .executeTakeFirstOrThrow()
        const path = `${ADMIN}/reviews/${id}`
        const seen = { seen: '', review: `${review.rating} ${review.summary}` }
        return [path, { intent: 'answer', ...seen, answer: 'Thank you, Asha.' }, 'Answer saved']
      },
    },
    {
      id: 'admin/coupons/coupons',
      tables: ['coupons'],
      post: async (t) => [`${ADMIN}/coupons`, { id: (await t.coupon()).id }],
    },
    {
      id: 'admin/newsletters/new',
      tables: ['newsletters'],
      post: fixedPost(`${ADMIN}/newsletters/new`, { ...NEWSLETTER, days: '' }),
    },
    {
      id: 'admin/newsletters/newsletter',
      tables: ['newsletters'],
      post: async (_, { admin: writer }) => {
        const { id, updatedAt } = must(await createNewsletter(ctx(writer), NEWSLETTER))
        const fields = { intent: 'save', seenAt: String(updatedAt.getTime()), subject: 'Ragi', state: 'all' }
        return [`${ADMIN}/newsletters/${id}`, { ...fields, preheader: '', body: 'Text', ordered: 'any' }]
      },
    },
    {
      id: 'admin/newsletters/newsletter',
      tables: ['newsletters'],
      post: async (_, { admin: writer }) => {
        const { id, updatedAt } = must(await createNewsletter(ctx(writer), NEWSLETTER))
        return [`${ADMIN}/newsletters/${id}`, { intent: 'delete', seen_at: String(updatedAt.getTime()) }]
      },
    },
    {
      id: 'admin/newsletters/newsletter',
      tables: ['newsletters'],
      post: async (_, { admin: writer }) => {
        const { id, updatedAt: seenAt } = must(await createNewsletter(ctx(writer), NEWSLETTER))
        await makeSubscriber(db)
        const recipients = await countAudience(db, NEWSLETTER, new Date())
        const input = { newsletterId: id, seenAt, recipients, despitePromise: true }
        must(await sendNewsletter(ctx(writer), input))
        return [`${ADMIN}/newsletters/${id}`, { intent: 'stop' }]
      },
    },
    {
      id: 'admin/newsletters/newsletter',
      tables: ['newsletters'],
      post: async (_, { admin: writer }) => {
        const { id, updatedAt: seenAt } = must(await createNewsletter(ctx(writer), NEWSLETTER))
        await makeSubscriber(db)
        const recipients = await countAudience(db, NEWSLETTER, new Date())
        must(
          await sendNewsletter(ctx(writer), { newsletterId: id, seenAt, recipients, despitePromise: true }),
        )
        must(await stopNewsletter(ctx(writer), id))
        return [`${ADMIN}/newsletters/${id}`, { intent: 'resume' }]
      },
    },
    {
      id: 'admin/newsletters/newsletter',
      tables: ['newsletters'],
      post: async (_, { admin: writer }) => {
        const { id } = must(await createNewsletter(ctx(writer), NEWSLETTER))
        return [`${ADMIN}/newsletters/${id}`, { intent: 'copy' }]
      },
    },
    {
      id: 'admin/newsletters/send',
      tables: ['newsletters', 'newsletter_recipients'],
      post: async (_, { admin: writer }) => {
        await makeSubscriber(db)
        const { id, updatedAt } = must(await createNewsletter(ctx(writer), NEWSLETTER))
        const recipients = await countAudience(db, NEWSLETTER, new Date())
        return [
          `${ADMIN}/newsletters/${id}/send`,
          {
            ...{ seenAt: String(updatedAt.getTime()), recipients: String(recipients) },
            ...{ confirmed: 'on', despitePromise: 'on' },
          },
        ]
      },
    },
    {
      id: 'admin/coupons/new',
      tables: ['coupons'],
      post: async () => {
        serial += 1
        const value = { discountType: 'percentage', discountValue: '10', minOrderAmount: '500' }
        return [`${ADMIN}/coupons/new`, { code: `TRIED${serial}`, name: 'Tried', ...value, isActive: 'on' }]
      },
    },
    {
      id: 'admin/taxes/taxes',
      isSensitive: true,
      tables: ['gst_rates'],
      post: fixedPost(`${ADMIN}/taxes`, {
        ...{ intent: 'save', hsn: '7117', percent: '12', validFrom: '2090-12-01', source: 'Notification' },
      }),
    },
    {
      id: 'admin/accounts/remittances',
      expected: admin(200),
      tables: [],
      post: async () => [
        `${ADMIN}/accounts/remittances`,
        { intent: 'compare', file: new File(['awb,cod_amount\nX1,10\n'], 'cash.csv') },
        'no such order',
      ],
    },
    {
      id: 'admin/accounts/remittances',
      tables: ['settlements', 'payments'],
      post: async (t, _, desk) => {
        const { orderId } = await t.order('delivered')
        const path = `${ADMIN}/accounts/remittances`
        const { total } = await rowOf(db, 'orders', { id: orderId })
        const transfer = { carrier: 'Post', reference: orderId, day: dayOf(new Date()) }
        const amounts = { net: `${toRupees(total)}`, fee: '0', tax: '0' }
        const fields = { intent: 'record', order: orderId, ...transfer, ...amounts }
        return [path, await confirmedFields(desk, path, fields), 'These orders are paid now.']
      },
    },
    {
      id: 'admin/accounts/payout',
      expected: admin(200),
      tables: [],
      post: async () => [
        `${ADMIN}/accounts/settlement`,
        { unit: 'rupees', report: new File(['entity_id,type,amount\npay_x,payment,10\n'], 'report.csv') },
        'pay_x',
      ],
    },
    {
      id: 'admin/accounts/accounts',
      permission: 'accounts.close',
      tables: ['closed_months'],
      post: async () => {
        serial += 1
        return [`${ADMIN}/accounts`, { month: `2025-${`${(serial % 12) + 1}`.padStart(2, '0')}` }]
      },
    },
    {
      id: 'admin/analytics/report',
      expected: admin(200),
      tables: ['marketing_spend'],
      post: async () => {
        serial += 1
        const month = `2024-${`${(serial % 12) + 1}`.padStart(2, '0')}`
        return [`${ADMIN}/analytics/spend`, { intent: 'spend', month, channel: 'print', amount: '1200' }]
      },
    },
    {
      id: 'programme/desk/approvals/approvals',
      tables: ['work_logs', 'pay_entries'],
      post: async (t) => [
        `${ADMIN}/task-approvals`,
        { intent: 'approve', id: await t.submittedTask(), rating: '4' },
      ],
    },
    {
      id: 'programme/desk/tasks/tasks',
      tables: ['shg_groups'],
      post: async () => {
        serial += 1
        return [`${ADMIN}/tasks`, { intent: 'group', name: `Group ${serial}`, place: 'Dharwad' }]
      },
    },
    {
      id: 'admin/people/invitations',
      isSensitive: true,
      tables: ['staff_invitations'],
      post: async (_, __, desk) => {
        serial += 1
        const path = `${ADMIN}/people/invitations`
        const invitation = { intent: 'invite', email: `invited-${serial}@example.test`, staffRole: 'packer' }
        return [path, await confirmedFields(desk, path, invitation), 'Invitation sent']
      },
    },
    {
      id: 'admin/api-keys/api-keys',
      expected: admin(200),
      isSensitive: true,
      tables: ['api_keys'],
      post: fixedPost(`${ADMIN}/api-keys`, {
        intent: 'create',
        name: 'Courier',
        scopes: 'orders.view',
        days: '30',
      }),
    },
    {
      id: 'admin/people/person',
      isSensitive: true,
      expected: admin(200),
      permission: 'roles',
      tables: ['users'],
      post: async (_, __, desk) => {
        const path = `${ADMIN}/people/${(await makeUser(db)).id}`
        return [
          path,
          await confirmedFields(desk, path, { intent: 'role', staffRole: 'packer' }),
          'Role given',
        ]
      },
    },
    {
      id: 'admin/people/person',
      expected: admin(200),
      permission: 'roles',
      tables: ['sessions'],
      post: async () => {
        const { id } = await makeUser(db)
        await makeSession(db, id, '')
        return [`${ADMIN}/people/${id}`, { intent: 'end-sessions' }, 'All sessions are ended']
      },
    },
    {
      id: 'admin/people/person',
      isSensitive: true,
      expected: admin(200),
      permission: 'roles',
      tables: ['factors'],
      post: async (_, __, desk) => {
        const { id: userId } = await makeUser(db)
        const factor = {
          userId,
          kind: 'totp',
          name: 'App',
          sealedSecret: '',
          lastStep: 0,
          createdAt: ctx().now,
        }
        await db.insertInto('factors').values(factor).execute()
        const path = `${ADMIN}/people/${userId}`
        return [path, await confirmedFields(desk, path, { intent: 'reset-factors' }), 'Second factor reset']
      },
    },
    {
      id: 'admin/messages/message',
      expected: admin(200),
      tables: ['contact_messages'],
      post: async () => [`${ADMIN}/messages/${await message(shop)}`, { intent: 'settle', status: 'closed' }],
    },
    {
      id: 'programme/desk/payouts/payouts',
      isSensitive: true,
      tables: ['payouts', 'payout_lines'],
      post: async (t, people) => {
        must(await approveTask(ctx(people.admin), { workLogId: await t.submittedTask(), rating: 4 }))
        return [`${ADMIN}/payouts`, { intent: 'make' }]
      },
    },
    {
      id: 'programme/desk/payouts/payouts',
      tables: ['upi_changes'],
      post: async (_, people) => [
        `${ADMIN}/payouts`,
        { intent: 'told', id: (await makeUpiChange(shop, people.admin)).id },
        'The worker has been informed',
      ],
    },
    {
      id: 'programme/desk/payouts/payouts',
      tables: ['upi_changes'],
      post: async (_, people) => [
        `${ADMIN}/payouts`,
        { intent: 'stop-upi', userId: (await makeUpiChange(shop, people.admin)).userId },
        'The change is stopped',
      ],
    },
    {
      id: 'admin/people/person',
      isSensitive: true,
      expected: admin(200),
      tables: ['workers'],
      post: async (_, people) => [
        `${ADMIN}/people/${await workerWithoutEmail(shop, people.admin)}`,
        { intent: 'upi', upiId: 'meena@upi' },
        'UPI ID saved',
      ],
    },
    {
      id: 'admin/products/new',
      tables: ['products', 'stock_movements'],
      post: async (_, __, desk) => {
        serial += 1
        const name = `Foxtail mix ${serial}`
        const path = `${ADMIN}/products/new`
        const form = readForm(await desk.open(path), 'name="stock_quantity"')
        const category = db.selectFrom('categories').select('id').where('slug', '=', 'meal-mix')
        const { id } = await category.executeTakeFirstOrThrow()
        fill(form, { name, category_id: id, price: '120', mrp: '199', stock_quantity: '40' })
        fill(form, { net_quantity: '600 g', shelf_life: '9 months', hsn_code: '1904', is_active: 'on' })
        fill(form, {
          maker: 'A group, Dharwad, Karnataka',
          fssai_licence: '10000000000001',
          allergens: 'No known allergens',
        })
        return [`${path}?q=${name}`, form, 'Product added', name]
      },
    },
    {
      id: 'admin/products/edit',
      tables: ['products', 'stock_movements'],
      post: async (t, _, desk) => {
        serial += 1
        const name = `Renamed mix ${serial}`
        const path = `${ADMIN}/products/${await t.product()}`
        const form = readForm(await desk.open(path), 'name="stock_quantity"')
        fill(form, { name, stock_quantity: '777', stock_reason: 'admin' })
        return [`${path}?q=${name}`, form, 'Product updated', name, '777']
      },
    },
    {
      id: 'admin/products/bulk',
      isSensitive: true,
      tables: ['products', 'stock_movements'],
      post: async (t, _, desk) => {
        const path = `${ADMIN}/products/bulk`
        const product = db
          .selectFrom('products')
          .select(['id', 'name'])
          .where('id', '=', await t.product())
        const { id, name } = await product.executeTakeFirstOrThrow()
        const upload = readForm(await desk.open(path), 'name="sheet"') as FormData
        upload.set('sheet', new File([`id,price\n${id},113\n`], 'prices.csv'))
        const form = readForm(await desk.answer(path, upload), 'name="changes"')
        fill(form, { intent: 'apply' })
        return [`${path}?q=${name}`, form, 'Products changed as shown', '₹113']
      },
    },
    {
      id: 'admin/coupons/edit',
      tables: ['coupons'],
      post: async (t, _, desk) => {
        serial += 1
        const name = `Renamed coupon ${serial}`
        const path = `${ADMIN}/coupons/${(await t.coupon()).id}`
        const form = readForm(await desk.open(path), 'name="discountType"')
        fill(form, { name, discountValue: '15' })
        return [`${path}?q=${name}`, form, 'Coupon updated', name]
      },
    },
    {
      id: 'programme/desk/tasks/new',
      tables: ['work_logs'],
      post: async (_, { worker }, desk) => {
        serial += 1
        const taskName = `Clean foxtail millet ${serial}`
        const path = `${ADMIN}/tasks/new`
        const form = readForm(await desk.open(path), 'name="taskName"')
        const completionDeadline = addDays(dayOf(new Date()), 3)
        fill(form, {
          taskName,
          quantity: '50',
          paymentAmount: '300',
          expectedMinutes: '120',
          completionDeadline,
        })
        fill(form, { userIds: worker.id })
        return [path, form, 'Task created', taskName]
      },
    },
    {
      id: 'programme/desk/payouts/payout',
      isSensitive: true,
      tables: ['payout_lines', 'work_logs', 'pay_entries'],
      post: async (t, people, desk) => {
        must(await approveTask(ctx(people.admin), { workLogId: await t.submittedTask(), rating: 4 }))
        const { payoutId } = must(await makePayout(ctx(people.admin)))
        const path = `${ADMIN}/payouts/${payoutId}`
        const form = readForm(await desk.open(path), 'value="pay"')
        const references = [...form.keys()].filter((name) => name.startsWith('reference '))
        for (const [line, name] of references.entries()) {
          const id = name.replace('reference ', '')
          const { amount } = await rowOf(db, 'payoutLines', { id })
          fill(form, { [name]: `UPI-${line}-${payoutId}`, [`amount ${id}`]: `${toRupees(amount)}` })
        }
        return [path, form, 'Payments recorded', `UPI-0-${payoutId}`]
      },
    },
    {
      id: 'admin/refunds/refunds',
      expected: admin(200),
      tables: ['refunds'],
      post: async (t, people, desk) => {
        const refundId = await refundToPay(shop, t, people.admin)
        const path = `${ADMIN}/refunds`
        const form = readForm(await desk.open(path), refundId)
        fill(form, { reference: `NEFT ${refundId}` })
        const fields = await confirmedFields(desk, path, form)
        return [path, fields, 'Saved. The customer gets an email.', `NEFT ${refundId}`]
      },
    },
    {
      id: 'programme/desk/workers/workers',
      tables: ['users', 'workers', 'worker_cards'],
      post: async () => [
        `${ADMIN}/workers`,
        { intent: 'add', fullName: 'Lakshmi Devi', phone: freshPhone(), groupId: '', formId: randomUUID() },
        '1 card to hand out',
        'Lakshmi Devi',
      ],
    },
    {
      id: 'programme/desk/workers/workers',
      isSensitive: true,
      tables: ['worker_cards'],
      post: async (_, people, desk) => {
        const id = await workerWithoutEmail(shop, people.admin)
        const path = `${ADMIN}/workers`
        const fields = await confirmedFields(desk, path, { intent: 'card', id, name: 'Meena' })
        return [path, fields, '1 card to hand out']
      },
    },
    {
      id: 'programme/desk/workers/workers',
      tables: ['audit_log'],
      post: async (_, people) => {
        const userId = await workerWithoutEmail(shop, people.admin)
        await insertPhoneSession(db, { userId, token: `phone ${userId}`, isShared: true, now: ctx().now })
        return [`${ADMIN}/workers`, { intent: 'sign-out', id: userId }, 'Signed out on all phones']
      },
    },
    {
      id: 'programme/desk/workers/list',
      tables: ['users', 'workers', 'worker_cards'],
      post: async (_, __, desk) => {
        const path = `${ADMIN}/workers/list`
        const list = `Name,Mobile\nRadha,${freshPhone()}\nSita,12`
        const file = { file: new File([list], 'list.csv', { type: 'text/csv' }) }
        const fields = readForm(await desk.answer(path, file), 'name="workers"')
        return [path, fields, '1 card to hand out', 'Radha']
      },
    },
    {
      id: 'admin/jobs/jobs',
      expected: admin(200),
      tables: ['audit_log'],
      post: async (_, __, desk) => {
        const { id } = await insertFailedJob(shop)
        const path = `${ADMIN}/jobs`
        return [path, readForm(await desk.open(path), id), 'The job will be tried again.']
      },
    },
    {
      id: 'admin/webhooks/webhooks',
      isSensitive: true,
      expected: admin(200),
      tables: ['webhook_endpoints'],
      post: fixedPost(`${ADMIN}/webhooks`, {
        intent: 'add',
        url: 'https://receiver.example/',
        kinds: 'order.placed',
      }),
    },
    {
      id: 'admin/webhooks/webhooks',
      tables: ['webhook_endpoints'],
      post: async (_, { admin: owner }) => {
        const id = await onlyEndpoint(shop, owner)
        return [`${ADMIN}/webhooks`, { intent: 'remove', id }, 'Endpoint removed']
      },
    },
    {
      id: 'admin/webhooks/webhooks',
      isSensitive: true,
      tables: ['webhook_endpoints'],
      post: async (_, { admin: owner }) => {
        const id = await onlyEndpoint(shop, owner)
        const fields = { intent: 'change', id, url: 'https://other.example/', kinds: 'stock.changed' }
        return [`${ADMIN}/webhooks`, fields, 'Endpoint changed']
      },
    },
  ]
}

/** Sets fields of a form, or the value of the pressed button. */
function fill(form: FormData | URLSearchParams, fields: Record<string, string>): void {
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
}

/** Replaces all webhook endpoints, whose number is limited, by a new one. Returns its id. */
async function onlyEndpoint({ db, ctx }: Shop, owner: Person): Promise<string> {
  await db.deleteFrom('webhookEndpoints').execute()
  return must(await addEndpoint(ctx(owner), ENDPOINT)).id
}

async function message({ db, ctx }: Shop): Promise<string> {
  serial += 1
  const words = { name: 'Asha', email: 'asha@example.test', subject: 'other', side: 'millet' } as const
  await sendContactMessage(ctx(), { ...words, message: `Do you sell in Hubballi? (${serial})` })
  const newest = db.selectFrom('contactMessages').select('id').orderBy('createdAt', 'desc')
  return (await newest.executeTakeFirstOrThrow()).id
}

async function workerWithoutEmail({ ctx }: Shop, by: Person): Promise<string> {
  const { batchId } = must(
    await addWorkers(ctx(by), [{ fullName: 'Meena', phone: freshPhone(), groupId: null }]),
  )
  const card = ctx().db.selectFrom('workerCards').select('userId').where('batchId', '=', batchId)
  return (await card.executeTakeFirstOrThrow()).userId
}

/** Makes a UPI change that is waiting. Staff must notify the worker about it. */
async function makeUpiChange(shop: Shop, by: Person): Promise<{ id: string; userId: string }> {
  const userId = await workerWithoutEmail(shop, by)
  for (const upiId of ['first@upi', 'second@upi']) must(await changeUpiOf(shop.ctx(by), { userId, upiId }))
  const change = shop.db.selectFrom('upiChanges').select(['id', 'userId']).where('userId', '=', userId)
  return change.executeTakeFirstOrThrow()
}

/** Posts an irreversible action and returns the fields that confirm it. */
async function confirmedFields(desk: Desk, path: string, fields: Fields): Promise<Fields> {
  return readForm(await desk.answer(path, fields), 'name="confirmed"')
}

async function refundToPay({ db, ctx }: Shop, t: OwnThings, by: Person): Promise<string> {
  const orderId = await t.refundRequest()
  const decision = { decision: 'approve', answer: '', amount: rupees(118), returned: [] } as const
  must(await decideRefund(ctx(by), { orderId, ...decision }))
  const [refund] = await refundsOfOrder(db, orderId)
  if (!refund) throw new Error('the order has no refund')
  // The shop's job may handle the refund concurrently; it is executed once.
  await sendRefund(ctx(), refund.id)
  return refund.id
}
