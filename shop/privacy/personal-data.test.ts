import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { NO_MONEY, toRupees } from '#shop/kernel/money.ts'
import { readPersonalData } from '#shop/privacy/personal-data.read.ts'
import { NOW, testDatabase } from '#tests/database.ts'
import { findWords, makePersonInEveryTable, NAME, PHONE } from '#tests/everything-about.ts'
import { insertRow, rowsOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
/** A shop with only one person, so that every occurrence of a word is about that person. */
const single = await testDatabase()

/** Columns left out of the file: credentials, and copies of emails that are deleted within days. */
const LEFT_OUT = /^public\.(accounts\.id_token|verifications\.)|^pgboss\./

/** Each table with personal data, and the part of the file that contains it. */
const PART_OF: Record<string, string> = {
  users: 'account',
  sessions: 'sessions',
  accounts: 'sign_in_methods',
  factors: 'second_factors',
  api_keys: 'api_keys',
  coordinator_groups: 'account',
  carts: 'cart',
  saved_addresses: 'saved_addresses',
  shipping_addresses: 'orders',
  consents: 'mail_choices',
  saved_filters: 'saved_filters',
  orders: 'orders',
  reviews: 'reviews',
  coupons: 'coupons',
  coupon_uses: 'coupon_uses',
  referrals: 'referred_others',
  workers: 'worker',
  worker_cards: 'worker_cards',
  worker_pins: 'worker_pin',
  worker_sessions: 'worker_phones',
  worker_news: 'worker_news',
  former_phones: 'former_phones',
  upi_changes: 'upi_changes',
  work_logs: 'work',
  pay_entries: 'pay',
  payout_lines: 'payouts',
  pay_questions: 'pay_questions',
  audit_log: 'audit_entries_as_actor',
}

/** Tables without a part of their own. They are contained in another part, name only who acted, or hold a secret. */
const WITHOUT_OWN_PART: Record<string, string> = {
  gst_rates: 'an admin’s work for the shop',
  minimum_wages: 'an admin’s work for the shop',
  shop_settings: 'an admin’s work for the shop',
  site_texts: 'an admin’s work for the shop',
  closed_months: 'an admin’s work for the shop',
  settlements: 'an admin’s work for the shop',
  webhook_endpoints: 'an admin’s work for the shop',
  recovery_codes: 'hashes of codes that were shown once',
  factor_links: 'the hash of a link that was mailed',
  deletion_links: 'the hash of a link that was mailed',
  stock_movements: 'who moved the stock',
  desk_actions: 'an admin’s work for the shop',
  order_packings: 'who packed it',
  order_prints: 'who printed it',
  order_events: 'part of the order',
  order_mails: 'part of the order',
  order_notes: 'what admins write for each other',
  order_flags: 'who reviewed it',
  refunds: 'who asked for it; part of the order',
  pictures: 'who uploaded it',
  order_requests: 'part of the order',
  refund_accounts: 'part of the order',
  contact_replies: 'part of the message',
  work_log_events: 'part of the work',
  payouts: 'who made it',
  staff_invitations: 'who sent it',
  refund_agreements: 'who agreed to a refund first, until a second person decides',
}

/** Returns all texts in a value, recursively. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

describe('Download my data', () => {
  it('contains everything that the database has about the person', async () => {
    const { db, ctx } = single
    const person = await makePersonInEveryTable(ctx)
    const parts = await readPersonalData(db, ctx(), person)
    const file = JSON.stringify(parts)
    const [order] = await rowsOf(db, 'orders', { userId: person.id })
    const { id, total = NO_MONEY } = order ?? {}
    expect(parts.orders).toContainEqual(expect.objectContaining({ id, total: toRupees(total) }))
    const words = [NAME, person.email, PHONE, 'zubeida']
    const found = (await findWords(db, words)).filter(({ place }) => !LEFT_OUT.test(place))
    for (const word of words)
      expect(
        found.filter(({ value }) => value.toLowerCase().includes(word.toLowerCase())),
        word,
      ).not.toEqual([])
    for (const { place, value } of found) {
      const isJson = /^[[{]/.test(value) && !place.endsWith('.body')
      for (const text of isJson ? textsIn(JSON.parse(value)) : [value])
        expect(file.includes(JSON.stringify(text).slice(1, -1)), `${place}: ${text}`).toBe(true)
    }
    const empty = Object.entries(parts).filter(([, rows]) => rows.length === 0)
    expect(empty.map(([name]) => name)).toEqual([
      'other_addresses',
      'purchase_totals',
      'purchase_days',
      'coupon_uses',
      'audit_entries_as_actor',
    ])
  })

  it('covers every table that references a user, or WITHOUT_OWN_PART gives the reason', async () => {
    const { rows } = await sql<{ name: string }>`select distinct conrelid::regclass::text as name
      from pg_constraint where contype = 'f' and confrelid = 'users'::regclass`.execute(db)
    const unknown = rows
      .map(({ name }) => name)
      .filter((name) => !(name in PART_OF) && !(name in WITHOUT_OWN_PART))
    expect(unknown).toEqual([])
    const parts = await readPersonalData(db, ctx(), await makeUser(db))
    for (const part of Object.values(PART_OF)) expect(parts).toHaveProperty(part)
  })

  it('contains no secrets, no data of other people and no internal notes', async () => {
    const person = await makePersonInEveryTable(ctx)
    const other = await makePersonInEveryTable(ctx)
    const [order] = await rowsOf(db, 'orders', { userId: person.id })
    await insertRow(db, 'orderNotes', { orderId: order?.id ?? '', body: 'A difficult man', createdAt: NOW })
    const file = JSON.stringify(await readPersonalData(db, ctx(), person))
    expect(file).not.toMatch(/difficult/)
    expect(file).not.toMatch(/"(password|token|id_token|access_token|unsubscribe_token|confirm_token_hash)"/)
    expect(file).not.toContain(other.email)
    expect(file).not.toContain(other.id)
  })
})
