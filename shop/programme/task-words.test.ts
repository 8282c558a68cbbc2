import { expect, it } from 'vitest'
import { taskDescriptionIn, taskNameIn, unitIn } from '#shop/programme/task-words.ts'

it('taskNameIn returns the admin’s Hindi name, otherwise the Hindi name of a usual task, otherwise English', () => {
  const task = { taskName: 'Pack ragi mix', taskNameHi: 'रागी मिक्स के पैकेट भरना' }
  expect(taskNameIn('hi', task)).toBe('रागी मिक्स के पैकेट भरना')
  expect(taskNameIn('en', task)).toBe('Pack ragi mix')
  expect(taskNameIn('hi', { taskName: 'Stick labels on jars', taskNameHi: '' })).toBe('शीशियों पर लेबल लगाना')
  for (const taskName of ['Sort lids', 'constructor'])
    expect(taskNameIn('hi', { taskName, taskNameHi: '' })).toBe(taskName)
})

it('taskDescriptionIn returns the English text if there is no Hindi one', () => {
  expect(taskDescriptionIn('hi', { taskDescription: 'Count twice.', taskDescriptionHi: 'दो बार गिनें।' })).toBe(
    'दो बार गिनें।',
  )
  expect(taskDescriptionIn('hi', { taskDescription: 'Count twice.', taskDescriptionHi: '' })).toBe(
    'Count twice.',
  )
})

it('unitIn translates suggested units by their count and returns others unchanged', () => {
  expect([1, 80].map((count) => unitIn('hi', 'Jars', count))).toEqual(['शीशी', 'शीशियाँ'])
  expect([1, 2].map((count) => unitIn('en', 'boxes', count))).toEqual(['box', 'boxes'])
  for (const unit of ['trays', 'constructor']) expect(unitIn('hi', unit, 1)).toBe(unit)
})
