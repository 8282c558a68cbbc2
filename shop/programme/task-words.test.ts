import { expect, it } from 'vitest'
import { taskDescriptionIn, taskNameIn, unitIn } from '#shop/programme/task-words.ts'

it('names a task in Hindi where there is any: what the admin wrote, else the usual task’s', () => {
  const written = { taskName: 'Pack ragi mix', taskNameHi: 'रागी मिक्स के पैकेट भरना' }
  expect(taskNameIn('hi', written)).toBe('रागी मिक्स के पैकेट भरना')
  expect(taskNameIn('en', written)).toBe('Pack ragi mix')
  expect(taskNameIn('hi', { taskName: 'Stick labels on jars', taskNameHi: '' })).toBe('शीशियों पर लेबल लगाना')
  expect(taskNameIn('hi', { taskName: 'Sort lids', taskNameHi: '' })).toBe('Sort lids')
})

it('falls back to the English description', () => {
  expect(taskDescriptionIn('hi', { taskDescription: 'Count twice.', taskDescriptionHi: 'दो बार गिनें।' })).toBe(
    'दो बार गिनें।',
  )
  expect(taskDescriptionIn('hi', { taskDescription: 'Count twice.', taskDescriptionHi: '' })).toBe(
    'Count twice.',
  )
})

it('translates the usual units, and shows others as they were written', () => {
  expect(unitIn('hi', 'Packets')).toBe('पैकेट')
  expect(unitIn('hi', 'trays')).toBe('trays')
  expect(unitIn('en', 'packets')).toBe('packets')
})
