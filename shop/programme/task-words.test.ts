import { expect, it } from 'vitest'
import { taskDescriptionIn, taskNameIn, unitIn } from '#shop/programme/task-words.ts'

it('taskNameIn returns the admin’s Hindi, otherwise that of a usual task, otherwise English', () => {
  const task = { taskName: 'Pack ragi mix', taskNameHi: 'रागी मिक्स के पैकेट भरना' }
  expect(taskNameIn('hi', task)).toBe('रागी मिक्स के पैकेट भरना')
  expect(taskNameIn('en', task)).toBe('Pack ragi mix')
  expect(taskNameIn('hi', { taskName: 'Stick labels on jars', taskNameHi: '' })).toBe('शीशियों पर लेबल लगाना')
  expect(taskNameIn('hi', { taskName: 'Sort lids', taskNameHi: '' })).toBe('Sort lids')
})

it('taskDescriptionIn returns the English text if there is no Hindi one', () => {
  expect(taskDescriptionIn('hi', { taskDescription: 'Count twice.', taskDescriptionHi: 'दो बार गिनें।' })).toBe(
    'दो बार गिनें।',
  )
  expect(taskDescriptionIn('hi', { taskDescription: 'Count twice.', taskDescriptionHi: '' })).toBe(
    'Count twice.',
  )
})

it('unitIn translates suggested units and returns others unchanged', () => {
  expect(unitIn('hi', 'Packets')).toBe('पैकेट')
  expect(unitIn('hi', 'trays')).toBe('trays')
  expect(unitIn('en', 'packets')).toBe('packets')
})
