import { expect, it } from 'vitest'
import { ADDRESS, orderInput } from '#db/factories/order.ts'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { CODE_GUESSES, guessLimiter } from '#infra/rate-limits/guess-limiter.ts'
import { createRateLimiter, NO_RATE_LIMITS } from '#infra/rate-limits/rate-limits.ts'
import { codeInCookie } from '#server/referral-link.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { rupees } from '#shop/kernel/money.ts'
import { placeOrder } from '#shop/orders/place-order.ts'
import { lookUpDiscounts } from '#shop/pricing/discounts.read.ts'
import { deleteAccount } from '#shop/privacy/delete-account.ts'
import { readPersonalData } from '#shop/privacy/personal-data.read.ts'
import { assignReferralCode, openReferrals, recordReferrer } from '#shop/referrals/assign-codes.ts'
import { referralCode } from '#shop/referrals/referral.ts'
import { referralStatistics } from '#shop/referrals/referrals.read.ts'
import { browser, findLink, PASSWORD, readMailsTo, testAuth } from '#tests/accounts.ts'
import { apiClient } from '#tests/api-client.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { insertRows, rowOf } from '#tests/rows.ts'

const testDb = await testDatabase()
const { db, ctx } = testDb
const brand = 'Testmill'
const auth = testAuth(testDb, {
  onNewAccount: async (id) => {
    await assignReferralCode({ db, brand }, id)
  },
})

async function signUp(email: string): Promise<{ id: string }> {
  const { body } = await browser(auth).call('sign-up/email', { name: 'Asha Rao', email, password: PASSWORD })
  return (body as { user: { id: string } }).user
}

const codeOf = async (id: string) =>
  (await db.selectFrom('users').select('referralCode').where('id', '=', id).executeTakeFirst())?.referralCode

it('assigns each account a code at sign-up, which the API returns to its owner', async () => {
  const { id } = await signUp('coded@example.test')
  const code = referralCode(brand, id)
  expect(await codeOf(id)).toBe(code)
  const owner = {
    kind: 'person',
    id,
    email: 'coded@example.test',
    fullName: 'Asha',
    staffRole: null,
    isWorker: false,
    coordinates: [],
    factorAt: null,
  } as const
  const { call } = apiClient(ctx, { limits: NO_RATE_LIMITS })
  expect((await call(owner, 'GET', `/users/${id}`)).body).toMatchObject({ referral_code: code })
  expect(await openReferrals(ctx(owner))).toEqual({ ok: true, value: code })
})

it('does not reveal through a referral code whether the address of a sign-up was new', async () => {
  await makeUser(db, { email: 'known@example.test' })
  const percentOf = async (id: string) => {
    const codes = { couponCode: null, referralCode: referralCode(brand, id), delivery: null }
    return (await lookUpDiscounts(ctx(), codes)).discounts.referral?.percent ?? null
  }
  const [fresh, existing] = [await signUp('fresh@example.test'), await signUp('known@example.test')]
  expect([await percentOf(fresh.id), await percentOf(existing.id)]).toEqual([null, null])
  // A verified newcomer's code is valid.
  const [mail] = await readMailsTo(testDb, auth, 'fresh@example.test')
  const token = mail ? findLink(mail).searchParams.get('token') : ''
  const owner = { token, name: 'Asha Rao', password: PASSWORD }
  expect((await browser(auth).call('verify-email', owner)).status).toBe(200)
  expect(await percentOf(fresh.id)).toBe(20)
})

it('assigns unique codes even if ids have the same end, and assigns none to closed accounts', async () => {
  const closed = await makeUser(db)
  expect((await deleteAccount(ctx(closed), { by: 'password' })).ok).toBe(true)
  await assignReferralCode({ db, brand }, closed.id)
  expect(await codeOf(closed.id)).toBeNull()
  const similarIds = ['1', '2'].map((digit) => `0b1c2d3e-4f50-4a6b-8c7d-9e0f1${digit}abcdef`)
  for (const id of similarIds) {
    await insertRows(db, 'users', { id, email: `${id}@example.test`, fullName: 'Alike' })
    await assignReferralCode({ db, brand }, id)
  }
  expect(await Promise.all(similarIds.map(codeOf))).toEqual(
    similarIds.map((id, at) => referralCode(brand, id, at)),
  )
})

async function makeReferrer() {
  const person = await makeUser(db)
  const opened = await openReferrals(ctx(person))
  return { person, code: opened.ok ? opened.value : '' }
}

async function newcomersOf(referrerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('referrals')
    .select('newcomerId')
    .where('referrerId', '=', referrerId)
    .execute()
  return rows.map(({ newcomerId }) => newcomerId)
}

it('records the referrer at a sign-up after a referral link', async () => {
  const { person, code } = await makeReferrer()
  const authWithLink = testAuth(testDb, {
    onNewAccount: async (newcomerId, headers) => {
      await recordReferrer(ctx(), { newcomerId, code: codeInCookie(headers.get('cookie') ?? '') ?? '' })
    },
  })
  const { call } = browser(authWithLink)
  const account = { email: 'newcomer@example.test', password: PASSWORD, name: 'Newcomer' }
  expect((await call('sign-up/email', account, { cookie: `ref=${code}` })).status).toBe(200)
  const { id } = await rowOf(db, 'users', { email: account.email })
  expect(await newcomersOf(person.id)).toEqual([id])
  const statistics = async () => ({
    ...(await referralStatistics(db, person.id)),
    inFile: (await readPersonalData(db, ctx(), person)).referred_others?.length,
  })
  // An unverified address is not counted, and neither is the address of an existing account.
  expect(await statistics()).toMatchObject({ total: 0, successful: 0, pending: 0, inFile: 0 })
  const existing = await makeUser(db)
  const repeated = await call(
    'sign-up/email',
    { ...account, email: existing.email },
    { cookie: `ref=${code}` },
  )
  expect(repeated.status).toBe(200)
  expect(await newcomersOf(person.id)).toEqual([id])
  await db.updateTable('users').set({ emailVerified: true }).where('id', '=', id).execute()
  expect(await statistics()).toMatchObject({ total: 1, successful: 0, pending: 1, inFile: 1 })
})

it('keeps the first referrer, on every device, and ignores unknown codes', async () => {
  const [first, second] = [await makeReferrer(), await makeReferrer()]
  const newcomer = await makeUser(db)
  const remember = (code: string) => recordReferrer(ctx(), { newcomerId: newcomer.id, code })
  await remember('NOBODYS123456')
  await remember(first.code)
  await remember(second.code)
  await recordReferrer(ctx(), { newcomerId: first.person.id, code: first.code })
  expect(await newcomersOf(first.person.id)).toEqual([newcomer.id])
  expect(await newcomersOf(second.person.id)).toEqual([])

  const box = await makeProduct(db, { category: 'bundles', price: rupees(600) }, NOW)
  const items = [{ productId: box, quantity: 1 }]
  const order = await orderInput(db, items, { shippingAddress: ADDRESS, referralCode: second.code })
  const placed = await placeOrder(ctx(newcomer), order)
  expect(placed.ok).toBe(true)
  const row = await rowOf(db, 'orders', { userId: newcomer.id })
  expect(row).toMatchObject({ discount: 12000, couponCode: first.code })
})

it('does not look up the code of a sign-up for a network with too many guesses', async () => {
  const { person, code } = await makeReferrer()
  const guesses = guessLimiter(
    createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET }),
    VISITOR,
    '203.0.113.60',
  )
  const signUp = async (tried: string) => {
    const { id } = await makeUser(db)
    await recordReferrer(ctx(VISITOR, { guesses }), { newcomerId: id, code: tried })
    return id
  }
  for (let at = 0; at < CODE_GUESSES.network.max; at += 1) await signUp(`TESTMILL00${at}`)
  await signUp(code)
  expect(await newcomersOf(person.id)).toEqual([])
})

it('admits a person with few wrong codes even if the network has used up its guesses', async () => {
  const limits = createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET })
  const [clean, other] = [await makeUser(db), await makeUser(db)]
  const enterWrongCode = async (actor: Actor, code: string) => {
    const { waitSeconds, recordUnknown } = await guessLimiter(limits, actor, '203.0.113.61').admit([code])
    await recordUnknown(new Set([code]))
    return waitSeconds
  }
  for (let at = 0; at < CODE_GUESSES.network.max; at += 1) await enterWrongCode(VISITOR, `OTHER${at}`)
  expect(await enterWrongCode(VISITOR, 'ONEMORE')).toBeGreaterThan(0)
  for (let at = 0; at < CODE_GUESSES.clean; at += 1) expect(await enterWrongCode(clean, `OWN${at}`)).toBe(0)
  expect(await enterWrongCode(clean, 'OWNLAST')).toBeGreaterThan(0)
  expect(await enterWrongCode(other, 'OTHERS')).toBe(0)
})
