import { saveAddress } from '#shop/customers/saved-addresses.ts'
import type { Everybody, OwnThings, Shop } from '#tests/access/api-things.ts'

export type Statuses = readonly [visitor: number, customer: number, worker: number, admin: number]

/** The fields of a form as a browser sends them. */
export type Fields = Record<string, string | File> | FormData | URLSearchParams

/** Pages and form responses as an admin gets them. */
export type Desk = {
  open(path: string): Promise<string>
  answer(path: string, fields: Fields): Promise<string>
}

export type ActionRow = {
  /** The route's id. */
  id: string
  expected: Statuses
  /** What a coordinator of the worker's group gets, where it is not the worker's status. */
  coordinator?: number
  /** Tables in which a change would be seen. */
  tables: string[]
  /** Created anew for each post; `shown`: text of the page to which a successful post leads. */
  post(
    things: OwnThings,
    people: Everybody,
    desk: Desk,
  ): Promise<[path: string, fields: Fields, ...shown: string[]]>
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
const NOTHING = '00000000-0000-4000-8000-000000000099'

export const at =
  (path: string, fields: Fields): ActionRow['post'] =>
  async () => [path, fields]

/** The posts of customers and workers. */
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
      expected: [401, 200, 200, 200],
      tables: [],
      post: at('/cart/sync', {}),
    },
    {
      id: 'checkout/checkout',
      expected: [401, 200, 200, 200],
      tables: ['saved_addresses', 'orders'],
      post: at('/checkout', { ...ADDRESS, saveAddress: 'on' }),
    },
    {
      id: 'account/profile',
      expected: [401, 200, 200, 200],
      tables: ['users'],
      post: at('/profile', { fullName: 'Asha Devi Rao', phoneNumber: '9845012345' }),
    },
    {
      id: 'account/devices',
      expected: [302, 302, 302, 302],
      tables: [],
      post: at('/profile/devices', { device: NOTHING }),
    },
    {
      id: 'account/new-address',
      expected: [401, 303, 303, 303],
      tables: ['saved_addresses'],
      post: at('/profile/addresses/new', ADDRESS),
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
      post: at('/profile/mails', { newsletter: 'on', 'referral-mails': 'on' }),
    },
    {
      id: 'account/delete',
      expected: [401, 422, 422, 422],
      tables: ['users'],
      post: at('/profile/delete', { intent: 'password', password: 'not the right one' }),
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
      // It only leads to the provider, or back to the order.
      tables: [],
      post: async (t) => [`/checkout/pay/${(await t.order('pending', 'card')).orderId}`, {}],
    },
    {
      id: 'worker/dashboard',
      expected: [401, 403, 200, 404],
      coordinator: 403,
      tables: ['work_logs'],
      post: async (t) => ['/shg-worker-dashboard', { intent: 'start', id: await t.task() }],
    },
    {
      id: 'worker/photo',
      expected: [401, 403, 200, 422],
      coordinator: 403,
      tables: ['work_logs', 'task_photos'],
      post: async (t) => [
        `/upload-task-photo/${await t.startedTask()}`,
        { photo: new File([await t.photo()], 'photo.jpg', { type: 'image/jpeg' }) },
      ],
    },
  ]
}

async function ownAddress({ db, ctx }: Shop, owner: Everybody['customer']): Promise<string> {
  const address = { ...ADDRESS, addressLine2: null }
  await saveAddress(ctx(owner), { id: null, address, makeDefault: false })
  const saved = db.selectFrom('savedAddresses').select('id').where('userId', '=', owner.id)
  return (await saved.orderBy('createdAt', 'desc').executeTakeFirstOrThrow()).id
}
