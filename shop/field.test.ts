import { expect, it } from 'vitest'
import { z } from 'zod'
import { displayText, type FieldKind, fromText, typedNumber } from '#shop/field.ts'
import { doneInput } from '#shop/programme/input.ts'
import { TASK_FIELDS } from '#shop/programme/task-fields.ts'
import { TEMPLATE_FIELDS } from '#shop/programme/template-fields.ts'

const { payPerUnit, minutesPerUnit } = TEMPLATE_FIELDS
const { quantity } = TASK_FIELDS

it.each<[FieldKind, unknown, string]>([
  ['number', 12, '12 g'],
  ['amount', 125_050, '₹1,250.50'],
  ['boolean', true, 'Yes'],
  ['boolean', false, ''],
  ['line', null, ''],
])('shows the %s %j as “%s”', (kind, value, text) => {
  expect(displayText({ ...quantity, kind, unit: 'g' }, value)).toBe(text)
})

it.each([
  ['50', 50],
  [' 50 ', 50],
  ['५०', 50],
  ['৫০', 50],
  ['1,060.82', 1060.82],
  ['1,06,082', 106_082],
  ['106,082', 106_082],
  ['1,234,567', 1_234_567],
  ['१,०६,०८२.५', 106_082.5],
  ['.5', 0.5],
  ['5.', 5],
  ['-3', -3],
  ['\u200e50\u200f', 50],
])('reads %j as the number %d', (typed, expected) => {
  expect(typedNumber(z.number()).parse(typed)).toBe(expected)
  expect(fromText(quantity, typed)).toBe(expected)
})

it.each([
  '',
  ' ',
  '1e3',
  '1e2',
  '1E2',
  '0x10',
  '0b1',
  '0o7',
  'Infinity',
  '1 000',
  '1,5',
  ',5',
  '1,,000',
  '123,45,678',
  '1,234,56,789',
  '12,34',
  '1.060,82',
  '1.2.3',
  '--1',
  '.',
  'five',
])('refuses %j as a number', (typed) => {
  expect(typedNumber(z.number()).safeParse(typed).success).toBe(false)
  expect(fromText(quantity, typed)).toBeNaN()
})

it('parses pay, counts and minutes in the forms of tasks, templates and approvals', () => {
  const problem = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message
  expect(payPerUnit.schema.parse(fromText(payPerUnit, '७.३३'))).toBe(733)
  expect(problem(payPerUnit.schema, fromText(payPerUnit, '1e3'))).toBe('Please enter an amount in rupees')
  expect(minutesPerUnit.schema.parse(fromText(minutesPerUnit, '२.५'))).toBe(2.5)
  expect(fromText(minutesPerUnit, '')).toBeNull()
  expect(problem(quantity.schema, fromText(quantity, '0x10'))).toBe('Please enter a quantity')
  expect(typedNumber(doneInput).parse('११')).toBe(11)
  expect(problem(typedNumber(doneInput), '1e1')).toBe('Please enter how many are accepted')
})

it('refuses a name with a character that reverses the direction of text', () => {
  const { taskName, taskNameHi } = TASK_FIELDS
  for (const { schema } of [taskName, taskNameHi, TEMPLATE_FIELDS.taskName]) {
    const wrong = schema.safeParse('Pack \u202egar')
    expect(wrong.error?.issues[0]?.message).toBe('Please use plain text only')
    expect(schema.parse('रागी पैक')).toBe('रागी पैक')
  }
})
