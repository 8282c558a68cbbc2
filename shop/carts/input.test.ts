import { expect, it } from 'vitest'
import { cartChangeInput } from '#shop/carts/input.ts'

const set = (quantity: string) => cartChangeInput.safeParse({ intent: 'set', key: '1', quantity })

it('an emptied quantity is refused, since 0 would remove the line', () => {
  expect(set('').error?.issues[0]).toMatchObject({
    path: ['quantity'],
    message: 'Choose a whole number as quantity.',
  })
  expect(set('1.5').success).toBe(false)
  expect(set('-3').success).toBe(false)
  expect(set('0').data).toMatchObject({ quantity: 0 })
  expect(set('12').data).toMatchObject({ quantity: 12 })
})

it('a product is added once unless the form says how often', () => {
  expect(cartChangeInput.parse({ intent: 'add', number: '7' })).toMatchObject({ number: 7, quantity: 1 })
  expect(cartChangeInput.safeParse({ intent: 'add', number: '7', quantity: '0' }).success).toBe(false)
})
