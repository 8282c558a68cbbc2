/** Text and HTML of every email must have the same words: people read either part, spam filters compare them. */
import { expect, it } from 'vitest'
import type { Email } from '#infra/email/mailer.ts'
import * as account from '#infra/email/templates/account-emails.ts'
import * as messages from '#infra/email/templates/message-emails.ts'
import * as newsletters from '#infra/email/templates/newsletter-email.ts'
import * as orders from '#infra/email/templates/order-emails.ts'
import * as staff from '#infra/email/templates/staff-emails.ts'
import * as workers from '#infra/email/templates/worker-emails.ts'
import type { Alert } from '#shop/audit/alert.ts'
import { paise } from '#shop/kernel/money.ts'
import type { ContactMessage } from '#shop/messages/message.ts'
import type { Order, OrderEvent, OrderItem } from '#shop/orders/order.ts'
import type { Refund } from '#shop/payments/refund.ts'
import type { PayQuestion } from '#shop/programme/pay.read.ts'
import type { PayoutLine } from '#shop/programme/pay.ts'
import type { Task } from '#shop/programme/task.ts'

const at = new Date('2026-11-21T09:00:00Z')
const origin = 'https://shop.test'
const to = 'asha@mail.test'
const brand = 'Testmill'
const times = { ships: { min: 4, max: 6 }, metro: { min: 2, max: 3 }, elsewhere: { min: 5, max: 8 } }
const shop = { brand, origin, times, now: at }
const link = { brand, to, url: `${origin}/link?a=1&b=2` }
const inHindi = { ...link, language: 'hi' as const }
const notice = {
  ...{ email: to, leaveToken: 'way-out', isConfirmed: true, isSent: false },
  product: { id: 'p1', name: 'Ragi & rice mix', isAvailable: true },
}
const subscription = { id: '1', email: to, status: 'confirmed' as const, unsubscribeToken: 'way-out' }
const item = {
  ...{ id: 'a', name: 'Custom mix', product: null, productId: null, hsnCode: '1904', quantity: 2 },
  ...{ unitPrice: paise(100), totalPrice: paise(200), rate: 1800, taxable: paise(169), tax: paise(31) },
  tastemakers: [{ productId: null, name: 'Achari', count: 4 }],
  allergens: 'Contains: Milk',
} as OrderItem
const event: OrderEvent = {
  ...{ id: 1, kind: 'status', fromStatus: 'processing', toStatus: 'shipped', by: 'shop' },
  ...{ note: 'Left with the neighbour', createdAt: at },
}
const order: Order = {
  ...{
    id: '3f2a9c01-0000-4000-8000-000000000001',
    userId: 'u1',
    customerName: 'Asha Rao',
    customerEmail: to,
  },
  ...{ createdAt: at, status: 'shipped', paymentStatus: 'paid', paymentMethod: 'card', version: 1 },
  isWrittenOff: false,
  ...{
    subtotal: paise(200),
    discount: paise(50),
    tax: paise(31),
    pricesIncludeTax: true,
    taxes: [{ rate: 1800, tax: paise(31) }],
  },
  ...{
    roundOff: paise(-10),
    advance: paise(0),
    shippingFee: paise(40),
    total: paise(180),
    couponCode: 'MILLET10',
  },
  ...{ discountLabel: 'Harvest', trackingNumber: 'EE123456789IN', carrier: 'India Post', notes: null },
  shippingAddress: {
    ...{
      fullName: 'Ravi Rao',
      phone: '9845012345',
      addressLine1: '4B, Lakshmi Nivas',
      addressLine2: 'Floor 2',
    },
    ...{ city: 'Bengaluru', state: 'Karnataka', postalCode: '560034' },
  },
  business: { name: 'Ragi Traders', gstin: '29AAGCB7383J1Z4', address: null },
  items: [item],
  events: [event],
}
const refund = { amount: paise(118), reason: 'Broken jar', reference: 'UPI 4711', isCash: true } as Refund
const message: ContactMessage = {
  ...{ id: 'm1', ticket: 'T-100001', side: 'millet', name: 'Eve', email: to, subject: 'partnership' },
  ...{ message: 'Two jars\nwere <broken>', createdAt: at, acknowledgedAt: null, status: 'open' },
  ...{ closedAt: null, note: '' },
}
const alert = {
  ...{ kind: 'roles', at, actorName: 'Devi', personName: 'Asha', list: 'people', refusals: 12 },
  ...{ changes: [{ field: 'role', before: 'packer', after: '' }], network: '203.0.113.0', device: 'Firefox' },
} as Alert
const task = {
  ...{ taskName: 'Clean ragi', taskNameHi: 'रागी साफ़ करें', taskType: 'cleaning', quantity: 5, unit: 'kg' },
  ...{ description: 'Wash it twice', descriptionHi: 'दो बार धोएँ', paymentAmount: paise(25000) },
  ...{ completionDeadline: at, submissionDate: at, rejectionReason: 'Too dark', rejectionPreset: null },
  ...{ worker: { fullName: 'Lata' }, photo: { flags: ['seen_before'] } },
} as unknown as Task
const payment = {
  ...{ amount: paise(25000), reference: '4711', payoutNumber: 7 },
  tasks: [{ id: 't', taskName: 'Clean ragi', taskNameHi: 'रागी साफ़ करें', amount: paise(25000) }],
} as PayoutLine
const question = {
  workerName: 'Lata',
  payoutNumber: 7,
  question: 'Where is it?',
  answer: 'Sent.',
} as PayQuestion
const envelope = { worker: { fullName: 'Lata', email: to, language: 'en' as const }, brand, origin }

const EMAILS: Record<string, Promise<Email | null>[]> = {
  accountEmail: [
    account.accountEmail('verification', inHindi),
    account.accountEmail('reset', inHindi),
    account.accountEmail('alreadyRegistered', inHindi),
    account.accountEmail('unfinished', inHindi),
  ],
  passwordChangedEmail: [account.passwordChangedEmail({ ...inHindi, signedOut: 'every device' })],
  deletionLinkEmail: [account.deletionLinkEmail({ ...link, minutes: 30 })],
  invitationEmail: [account.invitationEmail({ ...link, role: 'packer' })],
  factorLinkEmail: [account.factorLinkEmail(link)],
  factorChangedEmail: [
    account.factorChangedEmail({ ...link, news: 'reset', about: 'Devi' }),
    account.factorChangedEmail({ ...link, news: 'key-created', about: null }),
  ],
  accountDeletedEmail: [account.accountDeletedEmail({ brand, to })],
  rewardEmail: [
    account.rewardEmail({
      ...link,
      name: 'Asha',
      code: 'FRIEND',
      value: '20% off',
      choicesUrl: `${origin}/mails`,
    }),
  ],
  contactMessageEmail: [messages.contactMessageEmail(message, brand, to)],
  acknowledgementEmail: [messages.acknowledgementEmail(message, brand, to)],
  replyEmail: [messages.replyEmail({ message, body: 'It leaves\ntoday.' }, brand, to)],
  newsletterConfirmationEmail: [messages.newsletterConfirmationEmail(subscription, 'abc', shop)],
  newsletterWelcomeEmail: [messages.newsletterWelcomeEmail(subscription, shop)],
  stockNoticeLinkEmail: [messages.stockNoticeLinkEmail(notice, 'abc', shop)],
  stockNoticeEmail: [messages.stockNoticeEmail(notice, shop)],
  newsletterEmail: [
    newsletters.newsletterEmail(
      {
        slug: 's',
        subject: 'News',
        preheader: 'More',
        body: '# Harvest\n\n**Ragi**, [shop](/products)\n\n1. first',
      },
      { ...shop, seller: { name: 'Field Foods', address: '12 Mill Road' } },
      { to, unsubscribeToken: 'way-out' },
    ),
  ],
  orderConfirmationEmail: [
    orders.orderConfirmationEmail(order, shop),
    orders.orderConfirmationEmail({ ...order, pricesIncludeTax: false, business: null }, shop),
  ],
  orderStatusEmail: [
    orders.orderStatusEmail(order, event, shop),
    orders.orderStatusEmail(order, { ...event, toStatus: 'cancelled' }, shop, ['₹1.80 goes back.']),
  ],
  refundByHandEmail: [orders.refundByHandEmail(order, refund, { ...shop, words: 'Tell us a UPI ID.' })],
  refundSentEmail: [orders.refundSentEmail(order, refund, { ...shop, account: null })],
  auditAlertEmail: (['device', 'roles', 'settings', 'refusals', 'export', 'moved'] as const).map((kind) =>
    staff.auditAlertEmail({ ...alert, kind }, { to, ...shop }),
  ),
  approvalEmail: [staff.approvalEmail(task, { to, ...shop })],
  payQuestionEmail: [staff.payQuestionEmail(question, { to, ...shop })],
  orderRequestEmail: [
    staff.orderRequestEmail(order, { ...event, kind: 'refund_requested' }, { ...shop, support: to }),
  ],
  taskAssignedEmail: [workers.taskAssignedEmail({ task, ...envelope })],
  deadlineEmail: [workers.deadlineEmail({ task, ...envelope })],
  taskReturnedEmail: [workers.taskReturnedEmail({ task, ...envelope })],
  taskWithdrawnEmail: [workers.taskWithdrawnEmail({ task, ...envelope })],
  paidEmail: [workers.paidEmail({ payment, ...envelope })],
  payAnswerEmail: [workers.payAnswerEmail({ question, ...envelope })],
  upiChangeEmail: [
    workers.upiChangeEmail({ change: { oldUpiId: 'a@upi', newUpiId: 'b@upi', countsFrom: at }, ...envelope }),
  ],
  cardUsedEmail: [workers.cardUsedEmail({ card: { usedAt: at, issuedByName: 'Devi' }, ...envelope })],
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }
const decode = (markup: string) => markup.replaceAll(/&(\w+|#39);/g, (all, name) => ENTITIES[name] ?? all)

/** Returns words and URLs in alphabetical order, without numbers and marks of lists, quotations and headings. */
function wordsOf(text: string): string[] {
  const words = text.split(/\s+/).map((word) => word.replaceAll(/^[("“>]+|[)"”.,:;!?]+$/g, ''))
  return [...new Set(words.filter((word) => word && !/^(?:\d\.?|-+|[(>])$/.test(word)))].sort()
}

/** Returns the text of the HTML below the title, with the URLs of its links. */
function readableText(html: string): string {
  const body = html.slice(html.indexOf('</h1>')).replaceAll(/<a href="([^"]*)"[^>]*>/g, ' $1 ')
  return decode(body.replaceAll(/<\/?(?:b|i|strong|em)>/g, '').replaceAll(/<[^>]*>/g, ' '))
}

it('has an example of every template', () => {
  const templates = [account, messages, newsletters, orders, staff, workers].flatMap((file) =>
    Object.keys(file),
  )
  expect(Object.keys(EMAILS).sort()).toEqual(templates.filter((name) => name.endsWith('Email')).sort())
})

it.each(Object.entries(EMAILS))('%s has the same words in text and HTML', async (_, emails) => {
  for (const email of await Promise.all(emails)) {
    if (!email) throw new Error('no email')
    // A newsletter's text begins with its title.
    const text = email.text.replace(`${email.subject}\n`, '')
    expect(wordsOf(text)).toEqual(wordsOf(readableText(email.html)))
  }
})
