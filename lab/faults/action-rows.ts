import { randomUUID } from 'node:crypto'
import { saveAddress } from '#shop/customers/saved-addresses.ts'
import { addDays, dayOf } from '#shop/kernel/day.ts'
import type { Permission } from '#shop/kernel/permissions.ts'
import { askAboutPay } from '#shop/programme/pay-questions.ts'
import { saveTemplate } from '#shop/programme/task-templates.ts'
import { templateInput } from '#shop/programme/template-fields.ts'
import { changeUpiOf } from '#shop/programme/upi-changes.ts'
import { type Everybody, freshPhone, type OwnThings, type Shop } from '#tests/access/api-things.ts'
import type { StaffStatuses } from '#tests/access/staff-columns.ts'
import { must } from '#tests/must.ts'

export type Statuses = readonly [visitor: number, customer: number, worker: number, admin: number]

/** The fields of a form as a browser sends them. */
export type Fields = Record<string, string | File> | FormData | URLSearchParams

/** Opens pages and posts forms as an admin. */
export type Desk = {
  open(path: string): Promise<string>
  answer(path: string, fields: Fields): Promise<string>
}

export type ActionRow = {
  /** The route's id. */
  id: string
  expected: Statuses
  /** Statuses of staff roles that differ both from the owner's and from the worker's. */
  others?: StaffStatuses
  /** Replaces the page's permission. */
  permission?: Permission
  /** Refused if the session's second factor was proven more than ten minutes ago. */
  isSensitive?: true
  /** The tables that the action changes. */
  tables: string[]
  /** Prepares one post. `texts`: texts on the page that a successful post leads to. */
  post(
    things: OwnThings,
    people: Everybody,
    desk: Desk,
  ): Promise<[path: string, fields: Fields, ...texts: string[]]>
}

const ADDRESS = {
  fullName: 'Asha Rao',
  phone: '9845012345',
  addressLine1: '1, Main Road',
  addressLine2: '',
  city: 'Mysuru',
  state: 'Karnataka',
  postalCode: '570001',
} as const
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000099'

export const fixedPost =
  (path: string, fields: Fields): ActionRow['post'] =>
  async () => [path, fields]

/** Open to admins and to coordinators of the worker's group. */
const coordinators = { expected: [401, 403, 403, 303] } as const

/** The posts of customers, workers and coordinators. */
export function actionRows(shop: Shop): ActionRow[] {
  return [
    {
      id: 'storefront/review',
      expected: [401, 303, 403, 403],
      tables: ['reviews'],
      post: async (t) => [
        `/product/${(await t.order('delivered')).productId}/review`,
        { rating: '5', summary: 'Cooks in ten minutes, good with curd.' },
      ],
    },
    {
      id: 'storefront/stock-notice',
      expected: [422, 409, 409, 409],
      tables: ['stock_notices'],
      post: async (t) => [
        '/stock-notice',
        { productId: (await t.order('delivered')).productId, email: 'nobody' },
      ],
    },
    {
      id: 'cart/cart-sync',
      expected: [200, 200, 200, 200],
      tables: [],
      post: fixedPost('/cart/sync', {}),
    },
    {
      id: 'checkout/checkout',
      expected: [401, 200, 200, 200],
      tables: ['saved_addresses', 'orders'],
      post: fixedPost('/checkout', { ...ADDRESS, saveAddress: 'on' }),
    },
    {
      id: 'account/profile',
      expected: [401, 200, 200, 200],
      tables: ['users'],
      // Accounts with one phone number count as one person, who may not decide about their own work.
      post: async () => ['/profile', { fullName: 'Asha Devi Rao', phoneNumber: freshPhone() }],
    },
    {
      id: 'account/security',
      expected: [401, 422, 422, 422],
      tables: ['factors'],
      post: fixedPost('/profile/security', {
        intent: 'add-app',
        name: '',
        offer: 'not one of ours',
        code: '123456',
      }),
    },
    {
      // These people have no second factor.
      id: 'auth/factor',
      expected: [302, 302, 302, 302],
      tables: [],
      post: fixedPost('/auth/factor', { intent: 'app', code: '123456' }),
    },
    {
      id: 'auth/factor-set-up',
      expected: [302, 302, 302, 302],
      tables: [],
      post: fixedPost('/auth/factor/set-up', { intent: 'send-link' }),
    },
    {
      // These tests' shop has an IP address as its host, to which no passkey can be bound.
      id: 'auth/factor-question',
      expected: [401, 409, 409, 409],
      tables: ['factor_challenges'],
      post: fixedPost('/auth/factor/question', { purpose: 'prove' }),
    },
    {
      id: 'account/devices',
      expected: [302, 302, 302, 302],
      tables: [],
      post: fixedPost('/profile/devices', { device: UNKNOWN_ID }),
    },
    {
      id: 'account/new-address',
      expected: [401, 303, 303, 303],
      tables: ['saved_addresses'],
      post: fixedPost('/profile/addresses/new', ADDRESS),
    },
    {
      id: 'account/edit-address',
      expected: [401, 303, 404, 404],
      tables: ['saved_addresses'],
      post: async (_, { customer }) => {
        const id = await ownAddress(shop, customer)
        return [`/profile/addresses/${id}`, { ...ADDRESS, city: 'Hubballi' }]
      },
    },
    {
      id: 'account/mails',
      expected: [303, 303, 303, 303],
      tables: ['users', 'consents'],
      post: fixedPost('/profile/mails', { newsletter: 'on', 'referral-mails': 'on' }),
    },
    {
      id: 'account/delete',
      expected: [401, 422, 422, 422],
      tables: ['users'],
      post: fixedPost('/profile/delete', { intent: 'password', password: 'not the right one' }),
    },
    {
      id: 'orders/order',
      expected: [401, 303, 404, 404],
      tables: ['orders', 'order_requests'],
      post: async (t) => [
        `/orders/${(await t.order()).orderId}`,
        { intent: 'cancel', details: 'Ordered twice' },
      ],
    },
    {
      id: 'orders/order',
      expected: [401, 303, 404, 404],
      tables: ['order_requests', 'request_photos'],
      post: async (t) => {
        const photos = new File([await t.photo()], 'bag.jpg', { type: 'image/jpeg' })
        return [
          `/orders/${(await t.order('delivered')).orderId}`,
          { intent: 'refund', reason: 'damaged', accountKind: 'later', photos },
        ]
      },
    },
    {
      id: 'orders/order',
      expected: [401, 303, 404, 404],
      tables: ['orders', 'payment_intents'],
      post: async (t) => [`/orders/${(await t.order('pending', 'card')).orderId}`, { intent: 'cash' }],
    },
    {
      id: 'orders/order',
      expected: [401, 303, 404, 404],
      tables: ['carts'],
      post: async (t) => [`/orders/${(await t.order()).orderId}`, { intent: 'again' }],
    },
    {
      id: 'checkout/pay',
      expected: [303, 303, 303, 303],
      // The action only redirects, to the provider or back to the order.
      tables: [],
      post: async (t) => [`/checkout/pay/${(await t.order('pending', 'card')).orderId}`, {}],
    },
    {
      id: 'programme/worker/dashboard',
      expected: [401, 403, 200, 404],
      tables: ['work_logs'],
      post: async (t) => ['/shg-worker-dashboard', { intent: 'start', id: await t.task() }],
    },
    {
      id: 'programme/worker/dashboard',
      // An admin is no worker, and the worker's password is wrong.
      expected: [401, 403, 422, 422],
      tables: [],
      post: fixedPost('/shg-worker-dashboard?tab=pay', {
        intent: 'upi',
        upiId: 'x1@upi',
        proof: 'Wrong-1234',
      }),
    },
    {
      id: 'programme/worker/dashboard',
      // A new number needs the worker's password.
      expected: [401, 403, 422, 422],
      tables: [],
      post: fixedPost('/shg-worker-dashboard?tab=pay', {
        intent: 'profile',
        phone: '9812345678',
        proof: 'Wrong-1234',
      }),
    },
    {
      id: 'programme/worker/dashboard',
      expected: [401, 403, 422, 422],
      tables: [],
      post: fixedPost('/shg-worker-dashboard?tab=pay', { intent: 'profile', phone: '9812345678' }),
    },
    {
      id: 'programme/worker/photo',
      expected: [401, 403, 200, 422],
      tables: ['work_logs', 'task_photos'],
      post: async (t) => [
        `/upload-task-photo/${await t.startedTask()}`,
        { photo: new File([await t.photo()], 'photo.jpg', { type: 'image/jpeg' }) },
      ],
    },
    {
      id: 'programme/coordinator/groups',
      ...coordinators,
      // The language of a person who is no worker is stored in a cookie.
      tables: [],
      post: async () => ['/coordinator', { language: 'hi' }, 'Your groups'],
    },
    {
      id: 'programme/coordinator/group',
      ...coordinators,
      tables: ['work_logs', 'work_log_events'],
      post: async (t, people) => [
        groupPath(people),
        { intent: 'withdraw', id: await t.task() },
        'Task withdrawn',
      ],
    },
    {
      id: 'programme/coordinator/workers',
      ...coordinators,
      tables: ['users', 'workers', 'worker_cards'],
      post: async (_, people) => [
        `${groupPath(people)}/workers`,
        { intent: 'add', fullName: 'Lakshmi Devi', phone: freshPhone(), formId: randomUUID() },
        '1 card to hand out',
        'Lakshmi Devi',
      ],
    },
    {
      id: 'programme/coordinator/worker-list',
      ...coordinators,
      tables: ['users', 'workers', 'worker_cards'],
      post: async (_, { coordinator }) => {
        const groupId = coordinator.coordinates[0] ?? ''
        const workers = JSON.stringify([{ fullName: 'Radha', phone: freshPhone(), groupId }])
        return [
          `/coordinator/groups/${groupId}/workers/list`,
          { workers, formId: randomUUID() },
          '1 card to hand out',
          'Radha',
        ]
      },
    },
    {
      id: 'programme/coordinator/group',
      ...coordinators,
      tables: ['upi_changes'],
      post: async (_, people) => {
        const { worker, admin } = people
        await shop.db.deleteFrom('upiChanges').where('userId', '=', worker.id).execute()
        for (const upiId of ['first@upi', `n${Math.random()}@upi`])
          must(await changeUpiOf(shop.ctx(admin), { userId: worker.id, upiId }))
        return [groupPath(people), { intent: 'stop-upi', userId: worker.id }, 'The change is stopped']
      },
    },
    {
      id: 'programme/coordinator/questions',
      ...coordinators,
      tables: ['pay_questions'],
      post: async (_, people) => [
        '/coordinator/questions',
        { intent: 'answer', id: await question(shop, people), answer: 'On Friday.' },
        'Answer sent',
      ],
    },
    {
      id: 'programme/coordinator/questions',
      ...coordinators,
      tables: ['pay_questions'],
      post: async (_, people) => [
        '/coordinator/questions',
        { intent: 'leave', id: await question(shop, people) },
        'Left to the admins.',
      ],
    },
    {
      id: 'programme/coordinator/give',
      ...coordinators,
      tables: ['work_logs', 'task_batches'],
      post: async (_, people) => [
        `${groupPath(people)}/give`,
        {
          templateId: await groupTemplate(shop, people),
          batchId: randomUUID(),
          deadline: addDays(dayOf(new Date()), 3),
          [`share-${people.worker.id}`]: '5',
          again: 'yes',
        },
        'The tasks are given.',
      ],
    },
    {
      id: 'programme/coordinator/repeat',
      ...coordinators,
      tables: ['work_logs', 'task_batches'],
      post: async (t, people) => [
        `${groupPath(people)}/repeat`,
        {
          batchId: randomUUID(),
          deadline: addDays(dayOf(new Date()), 3),
          [`copy-${await t.task()}`]: '5',
          again: 'yes',
        },
        'The tasks are given.',
      ],
    },
    {
      id: 'programme/coordinator/photos',
      ...coordinators,
      tables: ['work_logs', 'pay_entries'],
      post: async (t) => [
        '/coordinator/photos',
        { intent: 'approve', id: await t.submittedTask(), rating: '4', doneQuantity: '11' },
        'Task approved successfully!',
      ],
    },
    {
      id: 'programme/coordinator/messages',
      ...coordinators,
      tables: ['worker_news', 'audit_log'],
      post: async (t, { worker }) => {
        const newsIds = await newsOf(shop, await t.task())
        return ['/coordinator/messages', { intent: 'sent', userId: worker.id, newsIds }, 'Marked as sent']
      },
    },
    {
      id: 'programme/worker/help',
      expected: [401, 403, 303, 422],
      tables: ['pay_questions'],
      post: fixedPost('/shg-worker-dashboard/help', { question: 'When is the next work?' }),
    },
    {
      id: 'programme/worker/news',
      expected: [401, 403, 303, 422],
      tables: ['workers'],
      post: fixedPost('/shg-worker-dashboard/messages', { intent: 'kinds', paid: 'on' }),
    },
    {
      id: 'programme/coordinator/decisions',
      expected: [401, 403, 403, 200],
      tables: ['work_logs', 'pay_entries'],
      post: async (t) => [
        '/coordinator/decisions',
        {
          intent: 'approve',
          id: await t.submittedTask(),
          rating: '4',
          doneQuantity: '11',
          decisionId: randomUUID(),
        },
      ],
    },
    {
      id: 'programme/coordinator/templates',
      ...coordinators,
      tables: ['task_templates'],
      post: async (_, people) => [
        '/coordinator/templates',
        { intent: 'away', id: await groupTemplate(shop, people) },
        'Template put away.',
      ],
    },
    {
      id: 'programme/coordinator/template',
      ...coordinators,
      tables: ['task_templates'],
      post: async (_, people) => [
        '/coordinator/templates/new',
        {
          groupId: people.coordinator.coordinates[0] ?? '',
          taskName: 'Check seals',
          taskType: 'quality',
          unit: 'packets',
          payPerUnit: '2.50',
          minutesPerUnit: '0.5',
        },
        'Template saved',
        'Check seals',
      ],
    },
  ]
}

function groupPath({ coordinator }: Everybody): string {
  return `/coordinator/groups/${coordinator.coordinates[0]}`
}

/** The id of the message to the worker about a new task. */
async function newsOf({ db }: Shop, workLogId: string): Promise<string> {
  const news = db.selectFrom('workerNews').select('id').where('workLogId', '=', workLogId)
  return (await news.executeTakeFirstOrThrow()).id
}

/** Replaces the worker's questions by a new question. Returns its id. */
async function question({ db, ctx }: Shop, { worker }: Everybody): Promise<string> {
  await db.deleteFrom('payQuestions').where('userId', '=', worker.id).execute()
  return must(await askAboutPay(ctx(worker), { payoutLineId: null, question: 'When?' })).questionId
}

/** Creates a template of the coordinator's group; returns its id. */
async function groupTemplate({ ctx }: Shop, { coordinator }: Everybody): Promise<string> {
  const words = { taskName: 'Fill masala packets', taskType: 'packing', unit: 'packets', payPerUnit: 4 }
  const template = templateInput.parse({ ...words, groupId: coordinator.coordinates[0] })
  return must(await saveTemplate(ctx(coordinator), { ...template, templateId: null, seenAt: null }))
    .templateId
}

async function ownAddress({ db, ctx }: Shop, owner: Everybody['customer']): Promise<string> {
  const address = { ...ADDRESS, addressLine2: null }
  await saveAddress(ctx(owner), { id: null, address, makeDefault: false })
  const saved = db.selectFrom('savedAddresses').select('id').where('userId', '=', owner.id)
  return (await saved.orderBy('createdAt', 'desc').executeTakeFirstOrThrow()).id
}
