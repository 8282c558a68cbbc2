/** Fields of a task in form order: input schema, database row, form and API derive from them. */
import { z } from 'zod'
import { type Field, rupeesInput, shapeOf, type ValuesOf } from '#shop/field.ts'
import { id, line, oneLine, text } from '#shop/programme/input.ts'
import { TASK_TYPE_NAMES, TASK_TYPES, UNITS, USUAL_TASKS } from '#shop/programme/task-words.ts'

const integer = (name: string, max: number) =>
  z
    .number({ error: `Please enter ${name}` })
    .int('Please enter a whole number')
    .min(1, 'At least 1')
    .max(max, `At most ${max}`)

const payment = rupeesInput({ min: 1, max: 10_00_000, tooLow: 'At least 1 rupee' })

const deadline = z.iso
  .datetime({ offset: true, error: 'Please enter a deadline' })
  .transform((time) => new Date(time))

export type TaskPart = 'words' | 'amount' | 'product' | 'pay'

export const TASK_FIELDS = {
  taskName: {
    kind: 'line',
    schema: line('a name', 120),
    label: 'Name',
    maxLength: 120,
    suggestions: USUAL_TASKS,
    part: 'words',
  },
  /** If empty, Hindi readers see the English name. */
  taskNameHi: {
    kind: 'line',
    schema: oneLine(120).default(''),
    label: 'Task in Hindi',
    optional: true,
    lang: 'hi',
    maxLength: 120,
    hint: 'For workers who read Hindi. If empty, they see the English, or the Hindi of a usual task.',
    description: 'In Hindi; empty: Hindi readers see the English',
    part: 'words',
  },
  taskDescription: {
    kind: 'text',
    schema: text(2000).default(''),
    label: 'Description',
    optional: true,
    maxLength: 2000,
    part: 'words',
  },
  taskDescriptionHi: {
    kind: 'text',
    schema: text(2000).default(''),
    label: 'Description in Hindi',
    optional: true,
    lang: 'hi',
    maxLength: 2000,
    part: 'words',
  },
  taskType: {
    kind: 'choice',
    schema: line('a type', 40),
    empty: 'packing',
    values: TASK_TYPES,
    names: TASK_TYPE_NAMES,
    open: true,
    label: 'Type',
    part: 'amount',
  },
  quantity: { kind: 'integer', schema: integer('a quantity', 100_000), label: 'Quantity', part: 'amount' },
  unit: {
    kind: 'line',
    schema: line('a unit', 30),
    empty: 'packets',
    label: 'Unit',
    maxLength: 30,
    suggestions: UNITS,
    hint: 'Units of the list are also shown in Hindi.',
    part: 'amount',
  },
  productId: {
    kind: 'id',
    schema: id('product').nullable().default(null),
    label: 'Product',
    optional: true,
    hint: 'The product that is made. Its production batch is entered after the approval.',
    part: 'product',
  },
  paymentAmount: {
    kind: 'amount',
    schema: payment,
    label: 'Payment in rupees',
    hint: 'For the whole task, to each worker.',
    part: 'pay',
  },
  expectedMinutes: {
    kind: 'integer',
    schema: integer('the expected minutes', 30 * 24 * 60)
      .nullable()
      .default(null),
    label: 'Expected minutes',
    optional: true,
    hint: 'For the whole task. They give the pay per hour.',
    part: 'pay',
  },
  completionDeadline: {
    kind: 'date',
    schema: deadline,
    label: 'Deadline',
    hint: 'Until the end of this day.',
    part: 'pay',
  },
} satisfies Record<string, Field & { part: TaskPart }>

export type TaskContent = ValuesOf<typeof TASK_FIELDS>

export const taskInput = z.object(shapeOf(TASK_FIELDS))
export type TaskInput = z.infer<typeof taskInput>
