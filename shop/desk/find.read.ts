/** Finds documents, orders, people, products, messages and coupons by one text. */
import { sql } from 'kysely'
import { type ProductStatus, productStatus, type StatusColumns } from '#shop/catalogue/listing.ts'
import type { Ctx, Db } from '#shop/ctx.ts'
import { realEmail } from '#shop/customers/no-mail.ts'
import { matchesPerson } from '#shop/customers/people.read.ts'
import { phoneDigits } from '#shop/customers/phone-number.ts'
import { findNumbered } from '#shop/invoices/invoices.read.ts'
import { isGstin } from '#shop/kernel/gst-states.ts'
import type { Money } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'
import { cleanText, cleanValue, isStorable, likePattern } from '#shop/kernel/text.ts'
import { hasWords } from '#shop/name-words.sql.ts'
import { listForAdmin } from '#shop/orders/listing.read.ts'
import { type ListedOrder, readListing } from '#shop/orders/listing.ts'

export const MAX_HITS = 8
/** Shorter texts would match too many names and emails. */
const MIN_PART_LENGTH = 3

export type FindResults = {
  documents: { number: string; buyer: string; total: Money; issuedAt: Date }[]
  orders: ListedOrder[]
  /** `email`: null for an account without an email. */
  people: { id: string; fullName: string; email: string | null; phoneNumber: string | null }[]
  products: { id: string; name: string; number: number; barcode: string | null; status: ProductStatus }[]
  messages: { id: string; ticket: string; name: string; createdAt: Date }[]
  coupons: { id: string; code: string; name: string }[]
}

const NOTHING: FindResults = {
  documents: [],
  orders: [],
  people: [],
  products: [],
  messages: [],
  coupons: [],
}

/**
 * Finds records by a text, at most MAX_HITS per kind. Names match by their words in any order. Documents: number.
 * Orders: name, recipient, business, GSTIN, phone in any format, email, tracking, invoice or credit note number, or
 * the beginning of the id. People: name, email, phone. Products: name, slug, catalogue number, barcode. Messages:
 * ticket, name, email. Coupons: beginning of the code. An empty text finds nothing.
 */
export async function findAnything(db: Db, typed: string, now: Date): Promise<FindResults> {
  const text = cleanText(typed).slice(0, 100)
  if (text === '' || !isStorable(text)) return NOTHING
  const search = readListing(new URLSearchParams({ q: text }))
  const value = cleanValue(text)
  const [documents, { orders }, people, products, messages, coupons] = await Promise.all([
    findDocuments(db, value),
    listForAdmin(db, search, { now, lateBefore: now }, MAX_HITS),
    findPeople(db, text),
    findProducts(db, text, value),
    findMessages(db, text, value),
    findCoupons(db, value),
  ])
  return { documents, orders, people, products, messages, coupons }
}

/**
 * Like `findAnything`, limited to what the actor may see. Staff who may open orders, but not list them, find an order
 * by the first eight or more characters of its id, which emails and pages show.
 */
export async function findForStaff(
  { db, actor, now }: Pick<Ctx, 'db' | 'actor' | 'now'>,
  typed: string,
): Promise<FindResults> {
  const found = await findAnything(db, typed, now)
  const [idPrefix = ''] = /^[\da-f-]{8,36}$/i.exec(cleanValue(typed).replace(/^#/, '')) ?? []
  const byId = found.orders.filter(({ id }) => idPrefix && id.startsWith(idPrefix.toLowerCase())).slice(0, 1)
  return {
    documents: may(actor, 'accounts') ? found.documents : [],
    orders: may(actor, 'orders.list') ? found.orders : may(actor, 'orders.view') ? byId : [],
    people: may(actor, 'people') ? found.people : [],
    products: may(actor, 'catalogue') ? found.products : [],
    messages: may(actor, 'messages') ? found.messages : [],
    coupons: may(actor, 'coupons') ? found.coupons : [],
  }
}

/** Finds an invoice or credit note by its number, also in the notation of file names: 'INV26-27-0000041'. */
async function findDocuments(db: Db, value: string) {
  const number = value.toUpperCase().replace(/^((?:INV|CRN)\d\d-\d\d)-/, '$1/')
  if (!/^(INV|CRN)\d\d-\d\d\/\d{7}$/.test(number)) return []
  const found = await findNumbered(db, number)
  if (!found) return []
  const { buyer, total, issuedAt } = found.document
  return [{ number, buyer: buyer.name, total, issuedAt: new Date(issuedAt) }]
}

/** An order's whole id, or the eight characters of it that pages show. */
const ORDER_NUMBER = /^(?=.*\d)[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$|^(?=.*\d)[\da-f]{8}$/

/** Returns whether the text is the whole number of an order, parcel, document, phone, business, product or message. */
export function isWholeNumber(typed: string, { orders, products, messages, documents }: FindResults) {
  const value = cleanValue(typed).replace(/^#/, '').toLowerCase()
  if (documents.length === 1) return true
  if (phoneDigits(value) !== null || isGstin(value.toUpperCase()) || ORDER_NUMBER.test(value)) return true
  const numbers = [
    ...orders.map(({ trackingNumber }) => trackingNumber),
    ...products.flatMap(({ number, barcode }) => [`${number}`, barcode]),
    ...messages.map(({ ticket }) => ticket),
  ]
  return numbers.some((number) => number?.toLowerCase() === value)
}

async function findPeople(db: Db, text: string) {
  if (text.length < MIN_PART_LENGTH) return []
  const { rows } = await sql<FindResults['people'][number] & { email: string }>`
    select id, full_name, email, phone_number from users
    where deleted_at is null and ${matchesPerson(text)} limit ${MAX_HITS}`.execute(db)
  return rows.map((row) => ({ ...row, email: realEmail(row.email) }))
}

async function findProducts(db: Db, text: string, value: string) {
  const { rows } = await sql<
    { id: string; name: string; number: number; barcode: string | null } & StatusColumns
  >`
    select id, name, number, barcode, is_active, archived_at from products
    where ${hasWords(sql`name`, text)} or slug = lower(${value}) or barcode = ${value} or number::text = ${value}
    order by archived_at is not null, name limit ${MAX_HITS}`.execute(db)
  return rows.map(({ id, name, number, barcode, ...columns }) => ({
    id,
    name,
    number,
    barcode,
    status: productStatus(columns),
  }))
}

async function findMessages(db: Db, text: string, value: string) {
  const { rows } = await sql<FindResults['messages'][number]>`
    select id, ticket, name, created_at from contact_messages
    where ticket = upper(${value}) or lower(email) = lower(${value})
      or (length(${text}) >= ${MIN_PART_LENGTH} and ${hasWords(sql`name`, text)})
    order by created_at desc limit ${MAX_HITS}`.execute(db)
  return rows
}

async function findCoupons(db: Db, value: string) {
  const { rows } = await sql<FindResults['coupons'][number]>`
    select id, code, name from coupons
    where code like ${likePattern(value.toUpperCase()).slice(1)} order by code limit ${MAX_HITS}`.execute(db)
  return rows
}
