import { describe, expect, it } from 'vitest'
import { makeProduct } from '#db/factories/product.ts'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { addGstRate, removeGstRate, restoreGstRate } from '#shop/catalogue/change-gst-rates.ts'
import { type GstRate, gstRateInput, priceUnit, rateOn } from '#shop/catalogue/gst-rate.ts'
import { listGstRates, readTaxTerms } from '#shop/catalogue/tax-rates.read.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner' })

const INPUT = { hsn: '7117', percent: 12, validFrom: '2026-12-01', source: 'Notification of the test' }

describe('a new rate', () => {
  const problemsOf = (fields: object) => {
    const input = { ...INPUT, percent: '12', ...fields }
    return gstRateInput
      .safeParse(input)
      .error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`)
  }

  it.each([
    [{ percent: '500' }, 'percent: GST is at most 40%'],
    [{ percent: '-1' }, 'percent: Please enter 0 or more'],
    [{ percent: '' }, 'percent: Please enter a percentage such as 5 or 0.25'],
    [{ percent: '0.125' }, 'percent: At most two decimals'],
    [{ percent: '7' }, 'percent: GST has the rates 0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40'],
    [{ hsn: '19' }, 'hsn: HSN codes have 4, 6 or 8 digits'],
    [{ validFrom: '2026-02-31' }, 'validFrom: Please choose a day'],
    [{ validFrom: 'soon' }, 'validFrom: Please choose a day'],
    [{ source: ' ' }, 'source: Please name the notification or the advice'],
  ])('is refused with field and reason: %j', (fields, problem) => {
    expect(problemsOf(fields)?.[0]).toBe(problem)
  })

  it('starts today or later, exists once per code and day, and is recorded in the audit log', async () => {
    const addition = await addGstRate(ctx(admin), INPUT)
    expect(addition.ok && (await listGstRates(db))).toContainEqual({
      id: addition.ok && addition.value,
      ...{ hsn: '7117', validFrom: '2026-12-01', rate: 1200, source: 'Notification of the test' },
    })
    const again = await Promise.all([1, 2, 3].map((percent) => addGstRate(ctx(admin), { ...INPUT, percent })))
    expect(again.map((result) => !result.ok && result.reason)).toEqual(Array(3).fill('rate_exists'))
    // 21 November 2026, 14:30 in India.
    expect(await addGstRate(ctx(admin), { ...INPUT, validFrom: '2026-11-20' })).toMatchObject(
      err('rate_in_the_past'),
    )
    expect(await addGstRate(ctx(admin), { ...INPUT, validFrom: '2026-11-21' })).toMatchObject({ ok: true })
    const [change] = await listChanges(db, { entity: 'gst-rate', limit: 1 })
    expect(change).toMatchObject({ action: 'create', after: { hsn: '7117', percent: 12 } })
  })

  it('can be removed until its first day is over', async () => {
    const addition = await addGstRate(ctx(admin), { ...INPUT, hsn: '7118' })
    const id = addition.ok ? addition.value : ''
    const over = new Date('2026-12-01T18:30:00Z')
    expect(await removeGstRate(ctx(admin, { now: over }), id)).toMatchObject(err('rate_not_removable'))
    const onItsDay = new Date('2026-12-01T18:29:59Z')
    expect(await removeGstRate(ctx(admin, { now: onItsDay }), id)).toMatchObject({ ok: true })
    expect(await restoreGstRate(ctx(admin, { now: over }), id)).toMatchObject({ ok: false })
    expect(await restoreGstRate(ctx(admin, { now: onItsDay }), id)).toEqual(ok(id))
    const again = await restoreGstRate(ctx(admin, { now: onItsDay }), id)
    expect(again).toEqual(err('action_not_found'))
    expect(await removeGstRate(ctx(admin, { now: onItsDay }), id)).toMatchObject({ ok: true })
    expect(await removeGstRate(ctx(admin), id)).toMatchObject(err('rate_not_removable'))
    expect(await removeGstRate(ctx(admin), 'x')).toMatchObject(err('rate_not_removable'))
  })
})

describe('rateOn', () => {
  const rate = (hsn: string, validFrom: string, basisPoints: number): GstRate => ({
    ...{ id: `${hsn} ${validFrom}`, hsn, validFrom, rate: basisPoints, source: hsn },
  })
  const rates = [
    rate('1904', '2017-07-01', 1800),
    rate('1904', '2025-09-22', 500),
    rate('19049000', '2027-01-01', 0),
  ]

  it('takes the longest prefix of the HSN code, and its latest rate that is valid on the day', () => {
    const rateFor = (day: string, gstPercent: number | null = null, hsnCode = '19049000') =>
      rateOn({ hsnCode, gstPercent }, rates, day)?.rate
    expect([
      rateFor('2017-06-30'),
      rateFor('2025-09-21'),
      rateFor('2025-09-22'),
      rateFor('2027-01-01'),
    ]).toEqual([undefined, 1800, 500, 0])
    expect(rateFor('2025-09-22', 0.25)).toBe(25)
    expect([rateFor('2025-09-22', null, ''), rateFor('2025-09-22', null, '1905')]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('finds the tax in an inclusive price, or adds it to the price, which may then exceed the MRP', () => {
    const prices = { price: rupees(105), discountPrice: null, mrp: rupees(110) }
    const goods = { name: 'Ragi', hsnCode: '1904', gstPercent: null, ...prices }
    const priceIn = (mode: 'flat' | 'exclusive' | 'inclusive') =>
      priceUnit(goods, mode, { defaultRate: 1800 }, rates, '2026-11-21')
    expect(priceIn('inclusive')).toEqual({ price: 10_500, tax: 500, rate: 500, isAboveMrp: false })
    expect(priceIn('flat')).toEqual({ price: 12_390, tax: 1_890, rate: 1800, isAboveMrp: true })
    expect(priceIn('exclusive')).toEqual({ price: 11_025, tax: 525, rate: 500, isAboveMrp: true })
  })
})

it('reads one rate for all products if prices are flat', async () => {
  const policy = { prices: 'flat', defaultRate: 1800 } as const
  expect(await readTaxTerms(db, policy, [1, 2], '2026-11-21')).toEqual({ ...policy, rates: {} })
})

it('reads the rates that rateOn returns, and leaves out products at the default rate', async () => {
  const rates = [
    { hsn: '9101', validFrom: '2017-07-01', rate: 1800 },
    { hsn: '9101', validFrom: '2025-09-22', rate: 500 },
    { hsn: '91011900', validFrom: '2027-01-01', rate: 0 },
  ].map((rate) => ({ ...rate, source: 'Test', createdAt: new Date() }))
  await db.insertInto('gstRates').values(rates).execute()
  const goods = [
    { hsnCode: '91011900', gstPercent: null },
    { hsnCode: '91011900', gstPercent: 0.25 },
    { hsnCode: '', gstPercent: null },
  ]
  const numbers = goods.map((_, index) => 90_001 + index)
  await Promise.all(
    goods.map((fields, index) =>
      makeProduct(db, { ...fields, number: numbers[index], name: `Ragi ${index}` }),
    ),
  )
  const policy = { prices: 'exclusive', defaultRate: 1800 } as const
  const stored = await listGstRates(db)
  for (const day of ['2017-06-30', '2025-09-21', '2025-09-22', '2027-01-01']) {
    const expected = goods.flatMap((product, index) => {
      const rate = rateOn(product, stored, day)?.rate
      return rate === undefined ? [] : [[`${numbers[index]}`, rate]]
    })
    expect((await readTaxTerms(db, policy, numbers, day)).rates).toEqual(Object.fromEntries(expected))
  }
})
