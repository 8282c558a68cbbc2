import { expect, it } from 'vitest'
import { changedFields, changeTitle } from '#shop/audit/words.ts'

it('shows amounts in rupees, times in Indian time, and missing values as “none”', () => {
  const old = { price: 27_900, fee: 590, isActive: true, archivedAt: null, tags: ['a', 'b'] }
  const after = { price: 28_950, fee: 600, isActive: false, archivedAt: '2026-11-21T09:00:00.000Z', tags: [] }
  expect(changedFields({ before: old, after })).toEqual([
    { field: 'Price', before: '₹279', after: '₹289.50' },
    { field: 'Fee', before: '₹5.90', after: '₹6' },
    { field: 'Is active', before: 'yes', after: 'no' },
    { field: 'Archived at', before: 'none', after: '21 Nov 2026, 2:30 pm' },
    { field: 'Tags', before: 'a; b', after: 'none' },
  ])
})

it('shows all fields of an object that was created or removed, with nested fields in their value', () => {
  expect(
    changedFields({ before: null, after: { name: 'Kodo', nutrition: { servingSize: '85 g' } } }),
  ).toEqual([
    { field: 'Name', before: 'none', after: 'Kodo' },
    { field: 'Nutrition', before: 'none', after: 'Serving size: 85 g' },
  ])
  expect(changedFields({ before: 'open', after: null })).toEqual([
    { field: 'Value', before: 'open', after: 'none' },
  ])
})

it('derives the title of an action from its words, unless the action has its own title', () => {
  const titles = ['create', 'archive', 'ship', 'copy', 'start refund', 'refund declined', 'edit note']
  expect(titles.map((action) => changeTitle(action, 'product'))).toEqual([
    ...['Product created', 'Product archived', 'Product shipped', 'Product copied', 'Refund started'],
    ...['Refund declined', 'Note changed'],
  ])
  const withParticles = ['switch off', 'update in bulk', 'write off cash', 'send email again']
  expect(withParticles.map((action) => changeTitle(action, 'coupon'))).toEqual([
    ...['Coupon switched off', 'Coupon changed in bulk', 'Cash written off', 'Email sent again'],
  ])
  expect(changeTitle('recount', 'product')).toBe('Stock recounted')
  expect(changeTitle('drop payment', 'payout')).toBe('Payment taken out')
  expect(changeTitle('payment accept', 'order')).toBe('Payment of another amount accepted')
  expect(changeTitle('take over', 'task')).toBe('Task taken over from a person who left')
  expect(changeTitle('create', 'gst-rate')).toBe('GST rate created')
  expect(changeTitle('constructor', 'order')).toBe('Order constructored')
})
