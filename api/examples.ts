/** Examples of the contract. A test sends each example, with the ids of real rows instead of these ids. */
import { z } from '@hono/zod-openapi'

/** `product` and `tastemaker` exist in the demo data; tests create rows for the others. */
export const IDS = {
  product: '00000000-0000-4000-8000-000000000002',
  tastemaker: '00000000-0000-4000-8000-000000000005',
  category: '5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c01',
  customer: '5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c02',
  order: '5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c03',
  orderItem: '5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c04',
  creditNote: '5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c05',
  coupon: '5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c06',
  worker: '5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c07',
  workLog: '5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c08',
  upload: '5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c09',
  photo: '5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c0a',
  invoice: '5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c0b',
  address: '5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c0c',
  review: '5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c0d',
  message: '5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c0e',
} as const

export const COUPON_CODE = 'MILLET10'

export const VERIFICATION_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImFuYW55YSJ9.c2lnbmF0dXJl'

export const RESET_TOKEN = 'Zk3vQ8sT1mN6bX0pR5yLc2Wd'

export const DELETION_TOKEN = 'q1Yw8Zr3nT6vK0mB5xJc2Ls9Dh4Pg7FeUa1Io8Rt3Vb'

export const RECOVERY_CODE = 'abcd-efgh-jkmn-pqrs-tuvw-xyz2-3456'

/** Describes an id in a path or body. A malformed id gets a 404, just as an unknown id does. */
export function idOf(entity: keyof typeof IDS, description?: string) {
  const schema = { format: 'uuid', example: IDS[entity] }
  return z
    .string()
    .max(200)
    .toLowerCase()
    .openapi(description ? { ...schema, description } : schema)
}

const address = {
  full_name: 'Ananya Rao',
  phone: '9845012345',
  address_line1: '12 Lake View Road',
  city: 'Mysuru',
  state: 'Karnataka',
  postal_code: '570001',
}

const item = { product_id: IDS.product, quantity: 2 }

/** The bodies of requests, by the name of their schema. */
export const BODIES = {
  FactorProof: { recovery_code: RECOVERY_CODE },
  NewProduct: {
    name: 'Foxtail Meal Mix',
    price: 289,
    category: 'meal-mix',
    slug: 'foxtail-meal-mix',
    short_description: 'Foxtail millet with moong dal.',
    stock_quantity: 40,
    is_active: false,
  },
  ProductChange: { price: 269, stock_quantity: 60 },
  NewReview: { rating: 5, summary: 'Cooks in ten minutes and keeps us full until lunch.' },
  Cart: { items: [item] },
  NewOwnCart: { items: [item] },
  NewCoupon: {
    code: 'HARVEST15',
    name: 'Harvest weeks',
    discount_type: 'percentage',
    discount_value: 15,
    min_order_amount: 500,
    max_uses: 200,
    expiry_date: '2027-03-31',
  },
  CouponChange: { max_uses: 300, is_active: true },
  NewOrder: {
    items: [item],
    shipping_address: address,
    payment_method: 'cod',
  },
  OrderChange: { status: 'shipped', tracking_number: 'EK123456789IN', carrier: 'India Post' },
  Cancellation: { details: 'Ordered twice by mistake.' },
  RefundRequest: { reason: 'damaged', details: 'The seal was open.' },
  Decision: {
    decision: 'approve',
    answer: 'The courier stopped the parcel.',
    returned: [{ order_item_id: IDS.orderItem, quantity: 1, restocked: 0 }],
  },
  RefundDecision: {
    decision: 'approve',
    answer: 'Sorry for the trouble.',
    amount: 50,
    returned_items: [{ order_item_id: IDS.orderItem, quantity: 1, restocked: 0 }],
  },
  NewPaymentIntent: { order_id: IDS.order },
  PaymentProof: {
    order_id: IDS.order,
    payment_id: 'sbx_pay_4f1d2c',
    signature: 'b7d1f0c35a2e9c64d0a18f3b9e7c5d2146f08ab39ce57d1280f6a4b3c9d2e581',
  },
  NewUser: { full_name: 'Ananya Rao', email: 'ananya@example.test', password: 'Millet-2026' },
  EmailVerification: { token: VERIFICATION_TOKEN, name: 'Ananya Rao', password: 'Millet-2026' },
  VerificationRequest: { email: 'ananya@example.test' },
  SignIn: { email: 'ananya@example.test', password: 'Millet-2026' },
  NewSavedAddress: { ...address, is_default: true },
  AccountDeletion: { token: DELETION_TOKEN },
  PasswordResetRequest: { email: 'ananya@example.test' },
  PasswordReset: { token: RESET_TOKEN, new_password: 'Bajra-2027' },
  OwnUserChange: { full_name: 'Ananya Rao', phone_number: '9845012345' },
  UserChange: { full_name: 'Ananya Rao', phone_number: '9845012345' },
  NewWorkLog: {
    task_name: 'Pack ragi mix',
    task_description: 'Fill, weigh and seal; label on the front.',
    task_type: 'packing',
    quantity: 50,
    unit: 'packets',
    payment_amount: 250,
    expected_minutes: 180,
    completion_deadline: '2027-01-15T12:00:00Z',
    user_id: IDS.worker,
  },
  WorkLogChange: { user_id: IDS.worker },
  CountSteps: { steps: [{ id: '5b0c7a34-9d43-4c8e-9a55-0b8a4f7f1c0b', step: 10 }] },
  ApprovalRequest: { taskId: IDS.workLog },
  NewPhotoUpload: {
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    size: 204_800,
  },
  NewContactMessage: {
    name: 'Ananya Rao',
    email: 'ananya@example.test',
    subject: 'bulk-order',
    message: 'Forty boxes for a reading room.',
  },
  NewSubscription: { email: 'ananya@example.test' },
  /** A string, not an object: the signature covers the raw bytes. */
  Webhook: JSON.stringify({
    event_id: 'evt_sbx_7c1e',
    payment: {
      id: 'pay_sbx_4f1d',
      order_id: 'order_sbx_9a2b',
      amount: 23_600,
      status: 'captured',
      reason: null,
    },
  }),
} as const
