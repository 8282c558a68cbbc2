import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { rupees } from '#shop/kernel/money.ts'
import { err } from '#shop/kernel/result.ts'
import { SETTING_NAMES, type SettingValues, settingField, settingsForm } from '#shop/setting-fields.ts'
import { saveSettings } from '#shop/settings/save-settings.ts'
import { readSavedSettings, valuesInForce } from '#shop/settings/settings.read.ts'
import { testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()
const owner = await makeUser(db, { staffRole: 'owner' })
const { config } = ctx()
const first = config.firstSettings

async function inForce() {
  const saved = await readSavedSettings(db)
  return { seen: saved.version, values: valuesInForce(first, saved) }
}

async function save(change: Partial<SettingValues>, by = ctx(owner)) {
  const { seen, values } = await inForce()
  return saveSettings(by, { seen, values: { ...values, ...change } })
}

describe('saveSettings', () => {
  it('applies the changed settings, and records them in words', async () => {
    const newValues = {
      ...{ shippingFee: rupees(49.5), shippingFreeAbove: rupees(500), shipsWithinDays: '1-2' },
      ...{ firstOrderOffer: false, referralPercent: 5 },
    }
    const { values } = await inForce()
    expect(await save(newValues)).toEqual({ ok: true, value: { isChanged: true } })
    expect((await inForce()).values).toEqual({ ...values, ...newValues })
    const [entry] = await listChanges(db, { entity: 'setting', entityId: 'shop', limit: 1 })
    expect(entry).toMatchObject({ actorId: owner.id, action: 'change settings' })
    expect(entry?.before).toEqual({
      ...{ shippingFee: '₹0', shippingFreeAbove: null, shipsWithinDays: '2-3 working days' },
      ...{ firstOrderOffer: 'yes', referralPercent: '20%' },
    })
    expect(entry?.after).toEqual({
      ...{ shippingFee: '₹49.5', shippingFreeAbove: '₹500', shipsWithinDays: '1-2 working days' },
      ...{ firstOrderOffer: 'no', referralPercent: '5%' },
    })
  })

  it('uses the environment for settings that were never changed', async () => {
    await save({ refundDays: 9 })
    const later = { ...first, refundDays: 3, ordersPerHour: 7 }
    expect(valuesInForce(later, await readSavedSettings(db))).toMatchObject({
      refundDays: 9,
      ordersPerHour: 7,
    })
  })

  it('stores GSTIN and state together, so that the environment cannot change only one of them', async () => {
    const [sellerState, later] = ['Karnataka', { ...first, sellerState: 'Goa' }]
    const { seen, values } = await inForce()
    const started = ctx(owner, { config: { ...config, firstSettings: { ...first, sellerState } } })
    const sellerGstin = '29AAACB1234C1ZB'
    await saveSettings(started, { seen, values: { ...values, sellerState, sellerGstin } })
    expect(valuesInForce(later, await readSavedSettings(db))).toMatchObject({ sellerGstin, sellerState })
  })

  it('uses the first value for a saved text that is no longer valid', () => {
    const texts = { refundDays: '400', shipsWithinDays: '9-2', gone: 'x' }
    expect(valuesInForce(first, { texts })).toEqual(first)
  })

  it('saves once when two owners save from the same page', async () => {
    const { seen, values } = await inForce()
    const saves = [11, 12].map((openUnpaidOrders) =>
      saveSettings(ctx(owner), { seen, values: { ...values, openUnpaidOrders } }),
    )
    const results = await Promise.all(saves)
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results).toContainEqual(err('edit_conflict'))
    expect(await saveSettings(ctx(owner), { seen, values })).toEqual(err('edit_conflict'))
  })

  it('saves no version if nothing differs', async () => {
    const { seen } = await inForce()
    expect(await save({})).toEqual({ ok: true, value: { isChanged: false } })
    expect((await inForce()).seen).toBe(seen)
  })

  it('requires the seller of a real shop, and the state of the GSTIN', async () => {
    const real = ctx({ ...owner, factorAt: ctx().now }, { config: { ...config, isDemo: false } })
    const seller = {
      ...{ sellerName: 'Field Foods', sellerAddress: '12 Mill Road', grievanceOfficer: 'Lata Desai' },
      ...{ sellerGstin: '29AAACB1234C1ZB', sellerState: 'Karnataka' },
    }
    expect(await save({ ...seller, grievanceOfficer: null }, real)).toEqual(
      err('seller_incomplete', { field: 'grievanceOfficer' }),
    )
    expect(await save({ ...seller, sellerState: 'Goa' }, real)).toEqual(err('gstin_of_another_state'))
    expect((await save(seller, real)).ok).toBe(true)
  })
})

describe('the form', () => {
  const typed = { shippingFee: '49', shippingFreeAbove: '', shipsWithinDays: '2-3', referralPercent: '0' }

  it('names each invalid setting in a sentence, also an empty one', () => {
    const { error } = settingsForm().safeParse({
      ...typed,
      ...{
        shippingFee: '-1',
        shipsWithinDays: '3-2',
        refundDays: '',
        sellerGstin: '29X',
        referralPercent: '101',
      },
    })
    const problems = Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], message]) ?? [])
    expect(problems).toMatchObject({
      shippingFee: 'Please enter 0 or more',
      shipsWithinDays: 'The second number must not be below the first',
      refundDays: 'Please enter a whole number from 1 to 60',
      sellerGstin: 'Please enter a GSTIN of 15 characters',
      referralPercent: 'Please enter a whole number from 0 to 100',
    })
    expect(problems).not.toHaveProperty('shippingFreeAbove')
  })

  it('labels each setting in words', () => {
    for (const name of SETTING_NAMES)
      expect(settingField(name).label).toMatch(/^[A-Z].* |^GSTIN$|^Grievance officer$/)
  })
})
