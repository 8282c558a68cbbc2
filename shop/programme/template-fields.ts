import { z } from 'zod'
import type { Picture } from '#shop/catalogue/picture.ts'
import { type Field, rupeesInput, shapeOf, type ValuesOf } from '#shop/field.ts'
import { type Money, rupees, times } from '#shop/kernel/money.ts'
import { id } from '#shop/programme/input.ts'
import { paysTooLittle } from '#shop/programme/pay.ts'
import { TASK_FIELDS, type TaskInput } from '#shop/programme/task-fields.ts'

const unitPay = rupeesInput({ min: 0.01, max: 1_00_000, tooLow: 'At least 1 paisa' })

/** Minutes per piece, with one decimal. */
const unitMinutes = z
  .number({ error: 'Please enter the minutes' })
  .min(0.1, 'At least 0.1')
  .max(10_000, 'At most 10,000')
  .refine((value) => Math.abs(Math.round(value * 10) / 10 - value) <= 1e-9, 'At most one decimal')
  .nullable()
  .default(null)

export type TemplatePart = 'words' | 'amount' | 'pay'

const { taskName, taskNameHi, taskDescription, taskDescriptionHi, taskType, unit, productId } = TASK_FIELDS

export const TEMPLATE_FIELDS = {
  // A coordinator may write in only one of the languages.
  taskName: { ...taskName, schema: taskNameHi.schema, optional: true, part: 'words' },
  taskNameHi: { ...taskNameHi, label: 'Name in Hindi', part: 'words' },
  taskDescription: {
    ...taskDescription,
    label: 'Steps',
    rows: 5,
    hint: 'One step on each line. The worker reads them with the task.',
    part: 'words',
  },
  taskDescriptionHi: { ...taskDescriptionHi, label: 'Steps in Hindi', rows: 5, part: 'words' },
  taskType: { ...taskType, part: 'amount' },
  unit: { ...unit, part: 'amount' },
  productId: { ...productId, hint: 'The product that is made.', part: 'amount' },
  payPerUnit: {
    kind: 'amount',
    schema: unitPay,
    label: 'Pay for one in rupees',
    hint: 'A worker is paid this amount for each accepted piece.',
    part: 'pay',
  },
  minutesPerUnit: {
    kind: 'number',
    schema: unitMinutes,
    label: 'Minutes for one',
    optional: true,
    hint: 'They allow a check of the pay per hour, and tell the worker how long it takes.',
    part: 'pay',
  },
} satisfies Record<string, Field & { part: TemplatePart }>

export type TemplateContent = ValuesOf<typeof TEMPLATE_FIELDS>

/** `groupId` null: a template for all groups. Missing English texts are filled with those of the other language. */
export const templateInput = z
  .object({
    ...shapeOf(TEMPLATE_FIELDS),
    groupId: id('group').nullable().default(null),
  })
  .refine(({ taskName, taskNameHi }) => taskName !== '' || taskNameHi !== '', {
    error: 'Please enter a name',
    path: ['taskName'],
  })
  .transform((template) => ({
    ...template,
    taskName: template.taskName || template.taskNameHi,
    taskDescription: template.taskDescription || template.taskDescriptionHi,
  }))
export type TemplateInput = z.infer<typeof templateInput>

/** Empties English texts that equal the Hindi texts. If the Hindi texts change, saving copies them again. */
export function withoutCopies(template: TemplateContent): TemplateContent {
  const { taskName, taskNameHi, taskDescription, taskDescriptionHi } = template
  return {
    ...template,
    taskName: taskName === taskNameHi ? '' : taskName,
    taskDescription: taskDescription === taskDescriptionHi ? '' : taskDescription,
  }
}

/** Small enough for a 2G connection. */
export const TASK_PICTURE = { side: 320, maxBytes: 8 * 1024 } as const
/** Keeps a coordinator's first visit, which loads two of them, below 150 KB. */
export const PHOTO_COPY = { side: 320, maxBytes: 3 * 1024 } as const
/** Keeps a worker's first visit below 150 KB. */
export const EXAMPLE_PICTURE = { side: 240, maxBytes: 2 * 1024 } as const

export type TaskTemplate = TemplateContent & {
  id: string
  groupId: string | null
  groupName: string | null
  productName: string | null
  picture: Picture | null
  archivedAt: Date | null
  updatedAt: Date
}

/** Maximum of active templates of a group, and of active shared templates. */
export const MAX_TEMPLATES = 200

/** Pay per piece below this amount needs minutes, since the pay per hour cannot be checked without them. */
export const MIN_PAY_WITHOUT_MINUTES: Money = rupees(0.1)

export function templatePaysTooLittle(
  { payPerUnit, minutesPerUnit }: Pick<TemplateContent, 'payPerUnit' | 'minutesPerUnit'>,
  minimum: Money,
): boolean {
  // Counting in tenths of a minute avoids fractions.
  return (
    minutesPerUnit !== null && paysTooLittle(times(payPerUnit, 10), Math.round(minutesPerUnit * 10), minimum)
  )
}

/** Returns the template's task for a quantity. Rounds expected minutes up. */
export function taskFrom(
  template: TemplateContent,
  { quantity, completionDeadline }: Pick<TaskInput, 'quantity' | 'completionDeadline'>,
): TaskInput {
  const { payPerUnit, minutesPerUnit, taskName, taskNameHi, taskDescription, taskDescriptionHi } = template
  const { taskType, unit, productId } = template
  const words = { taskName, taskNameHi, taskDescription, taskDescriptionHi, taskType, unit, productId }
  const tenths = minutesPerUnit === null ? null : Math.round(minutesPerUnit * 10) * quantity
  return {
    ...words,
    quantity,
    completionDeadline,
    paymentAmount: times(payPerUnit, quantity),
    expectedMinutes: tenths === null ? null : Math.ceil(tenths / 10),
  }
}

/** Splits a count into shares that differ by at most one piece, larger shares first. */
export function evenShares(count: number, members: number): number[] {
  const [base, remainder] = members === 0 ? [0, 0] : [Math.floor(count / members), count % members]
  return Array.from({ length: members }, (_, at) => base + (at < remainder ? 1 : 0))
}
