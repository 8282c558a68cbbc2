import { describe, expect, it } from 'vitest'
import { isGtin } from '#shop/catalogue/product-fields.ts'
import { paise } from '#shop/kernel/money.ts'
import type { OrderItem } from '#shop/orders/order.ts'
import { isForCourier, parcelUnits, pickListOf, stageOf } from '#shop/orders/packing.ts'

const item = (id: string, name: string, quantity: number, tastemakers: OrderItem['tastemakers'] = []) => ({
  ...{ id, productId: `p-${id}`, name, hsnCode: '', quantity, tastemakers },
  ...{ unitPrice: paise(100), totalPrice: paise(100 * quantity) },
})
const unitsOf = (items: ReturnType<typeof item>[]) => parcelUnits(items as unknown as OrderItem[])

describe('parcelUnits and pickListOf', () => {
  const garam = { productId: 'p-garam', name: 'Garam', count: 6 }
  const sambar = { productId: 'p-sambar', name: 'Sambar', count: 4 }
  const mixes = unitsOf([item('mix', 'Custom Mix', 2, [garam, sambar])])

  it('list the picks of a custom mix, times its quantity', () => {
    expect(mixes.map(({ name, units, inMix }) => [name, units, inMix])).toEqual([
      ['Custom Mix', 2, null],
      ['Garam', 12, 'Custom Mix'],
      ['Sambar', 8, 'Custom Mix'],
    ])
    expect(new Set(mixes.map(({ key }) => key)).size).toBe(3)
  })

  it('add up each product over all parcels, by shelf in numeric order and then by name', () => {
    const single = unitsOf([item('garam', 'Garam', 3), item('jar', 'Jar', 1)])
    const shelves = new Map([
      ['p-garam', 'B10'],
      ['p-sambar', 'B2'],
      ['p-mix', 'B2'],
    ])
    expect(pickListOf([mixes, single], shelves)).toEqual([
      { name: 'Custom Mix', shelf: 'B2', units: 2 },
      { name: 'Sambar', shelf: 'B2', units: 8 },
      { name: 'Garam', shelf: 'B10', units: 15 },
      { name: 'Jar', shelf: '', units: 1 },
    ])
  })
})

it('stageOf returns null for unpaid, stopped and shipped orders', () => {
  const paid = { paymentMethod: 'card', paymentStatus: 'paid', isPacked: false, isStopped: false } as const
  expect(stageOf({ ...paid, status: 'pending' })).toBe('confirm')
  expect(stageOf({ ...paid, status: 'processing' })).toBe('pack')
  expect(stageOf({ ...paid, status: 'processing', isPacked: true })).toBe('ship')
  expect(stageOf({ ...paid, status: 'shipped', isPacked: true })).toBeNull()
  expect(stageOf({ ...paid, status: 'pending', paymentStatus: 'pending' })).toBeNull()
  expect(stageOf({ ...paid, status: 'processing', isStopped: true })).toBeNull()
})

it('a courier gets the addresses of confirmed orders only', () => {
  const cash = { paymentMethod: 'cod', paymentStatus: 'pending', isPacked: false, isStopped: false } as const
  const statuses = ['pending', 'processing', 'shipped'] as const
  expect(statuses.map((status) => isForCourier({ ...cash, status }))).toEqual([false, true, false])
})

it('isGtin accepts 8, 12, 13 and 14 digits with a correct check digit', () => {
  for (const code of ['96385074', '036000291452', '8901234567890', '10012345678902'])
    expect(isGtin(code)).toBe(true)
  for (const code of ['8901234567894', '890123456789', '123', '89012345678a4', ''])
    expect(isGtin(code)).toBe(false)
})
