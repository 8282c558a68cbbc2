import { expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { NO_RATE_LIMITS } from '#infra/rate-limits/rate-limits.ts'
import { lookUpDiscounts } from '#shop/pricing/look-up-discounts.ts'
import { deleteAccount } from '#shop/privacy/delete-account.ts'
import { assignReferralCode, openReferrals } from '#shop/referrals/assign-codes.ts'
import { referralCode } from '#shop/referrals/referral.ts'
import { browser, linkIn, mailsTo, PASSWORD, testAuth } from '#tests/accounts.ts'
import { apiClient } from '#tests/api-client.ts'
import { testDatabase } from '#tests/database.ts'
import { insertRows } from '#tests/rows.ts'

const ground = await testDatabase()
const { db, ctx } = ground
const brand = 'Testmill'
const auth = testAuth(ground, {
  onNewAccount: async (id) => {
    await assignReferralCode({ db, brand }, id)
  },
})

async function signUp(email: string): Promise<{ id: string }> {
  const { body } = await browser(auth).ask('sign-up/email', { name: 'Asha Rao', email, password: PASSWORD })
  return (body as { user: { id: string } }).user
}

const codeOf = async (id: string) =>
  (await db.selectFrom('users').select('referralCode').where('id', '=', id).executeTakeFirst())?.referralCode

it('every account has its code from the sign-up on, and the API returns it to its owner', async () => {
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
  const { ask } = apiClient(ctx, { limits: NO_RATE_LIMITS })
  expect((await ask(owner, 'GET', `/users/${id}`)).body).toMatchObject({ referral_code: code })
  expect(await openReferrals(ctx(owner))).toEqual({ ok: true, value: code })
})

it('the code derived from a sign-up’s answer does not reveal whether the address was new', async () => {
  await makeUser(db, { email: 'known@example.test' })
  const percentOf = async (id: string) => {
    const codes = { couponCode: null, referralCode: referralCode(brand, id), delivery: null }
    return (await lookUpDiscounts(ctx(), codes)).discounts.referral?.percent ?? null
  }
  const [fresh, known] = [await signUp('fresh@example.test'), await signUp('known@example.test')]
  expect([await percentOf(fresh.id), await percentOf(known.id)]).toEqual([null, null])
  // A verified newcomer counts.
  const [mail] = await mailsTo(ground, auth, 'fresh@example.test')
  const token = mail ? linkIn(mail).searchParams.get('token') : ''
  const owner = { token, name: 'Asha Rao', password: PASSWORD }
  expect((await browser(auth).ask('verify-email', owner)).status).toBe(200)
  expect(await percentOf(fresh.id)).toBe(20)
})

it('accounts get different codes even if their ids end alike, and closed accounts none', async () => {
  const left = await makeUser(db)
  expect((await deleteAccount(ctx(left), { by: 'password' })).ok).toBe(true)
  await assignReferralCode({ db, brand }, left.id)
  expect(await codeOf(left.id)).toBeNull()
  const alike = ['1', '2'].map((digit) => `0b1c2d3e-4f50-4a6b-8c7d-9e0f1${digit}abcdef`)
  for (const id of alike) {
    await insertRows(db, 'users', { id, email: `${id}@example.test`, fullName: 'Alike' })
    await assignReferralCode({ db, brand }, id)
  }
  expect(await Promise.all(alike.map(codeOf))).toEqual(alike.map((id, at) => referralCode(brand, id, at)))
})
