/** Input schemas of workers, tasks and pay, shared by forms, API and browser. */
import { z } from 'zod'
import { mobileInput } from '#shop/customers/phone-input.ts'
import { indianMobile } from '#shop/customers/phone-number.ts'
import { cleanText, cleanValue, hasBidi, isBlank, isStorable, ONE_LINE } from '#shop/kernel/text.ts'
import { MAX_PER_TEXT } from '#shop/programme/news.ts'
import { REJECTION_PRESETS } from '#shop/programme/rejection.ts'
import { LANGUAGES } from '#shop/programme/worker.ts'

const storableText = (max: number, clean: (typed: string) => string) =>
  z
    .string({ error: 'Please enter some text' })
    .overwrite((typed) => clean(typed).replace(/\r\n?/g, '\n'))
    .max(max, `Please keep this under ${max} characters`)
    .refine(isStorable, 'Some of these characters can’t be saved')
/** Removes invisible characters. */
export const text = (max: number) => storableText(max, cleanText)
export const oneLine = (max: number) =>
  storableText(max, (typed) => (isBlank(typed) ? '' : typed.trim()))
    .regex(ONE_LINE, 'Please keep this on one line')
    .refine((value) => !hasBidi(value), 'Please use plain text only')
    .describe('Without bidi controls')
export const line = (name: string, max: number) => oneLine(max).min(1, `Please enter ${name}`)
const optionalLine = (max: number) =>
  oneLine(max)
    .transform((value) => value || null)
    .nullable()
/** The database returns ids in lower case. */
export const id = (name: string) => z.uuid(`Not a ${name}`).toLowerCase()

/** Count steps, in the order in which they were made. */
export const countsInput = z
  .array(
    z.object({
      id: id('step'),
      step: z
        .number()
        .int('Please enter a whole number')
        .min(-1000, 'At most 1000 at once')
        .max(1000, 'At most 1000 at once')
        .refine((step) => step !== 0, 'Please enter a step other than 0')
        .describe('Not 0'),
    }),
  )
  .min(1, 'Nothing was counted')
  .max(500, 'At most 500 steps at once')

/** The workers to assign; none: an unassigned task. */
export const userIdsInput = z.array(id('worker')).max(200, 'At most 200 workers').default([])

export const ratingInput = z
  .number({ error: 'Please give 1 to 5 stars' })
  .int('Please give 1 to 5 stars')
  .min(1, 'Please give 1 to 5 stars')
  .max(5, 'Please give 1 to 5 stars')

export const doneInput = z
  .number({ error: 'Please enter how many are accepted' })
  .int('Please enter a whole number')
  .min(1, 'At least 1. If none is accepted, reject the task.')
  .max(100_000, 'At most 1,00,000')

/** How many pieces the worker says are done; omitted: not stated. */
export const claimInput = z.coerce.number().int().min(1).max(100_000).optional()

/** Units to add to stock. */
export const stockedInput = z
  .number({ error: 'Please enter how many units to add to stock' })
  .int('Please enter whole units')
  .min(0, 'Please enter 0 or more')
  .max(100_000, 'At most 1,00,000 units at a time')

/** Requires a preset or a text. Reports the problem for the field `reason`. */
export const reasonNeeded = z.refine<{ preset: unknown; reason: string }>(
  ({ preset, reason }) => preset !== null || reason !== '',
  { error: 'Please give a reason', path: ['reason'] },
)

export const rejectionInput = z
  .object({
    preset: z
      .enum(REJECTION_PRESETS.map(({ key }) => key))
      .nullable()
      .default(null),
    reason: text(500).default(''),
  })
  .check(reasonNeeded)
export type RejectionInput = z.infer<typeof rejectionInput>

export const batchInput = z.object({
  productId: id('product').nullable(),
  batchCode: optionalLine(40),
})
export type BatchInput = z.infer<typeof batchInput>

/** Accepts any notation and returns ten digits; null for an empty text. */
const phone = z
  .string()
  .overwrite(cleanValue)
  .refine((value) => value === '' || indianMobile(value) !== null, 'Please enter a 10-digit mobile number')
  .transform(indianMobile)
  .nullable()

/** Returns null for an empty text. */
export const upiInput = z
  .string()
  .overwrite(cleanValue)
  .toLowerCase()
  .refine(
    (value) => value === '' || /^[a-z0-9][a-z0-9._-]{1,99}@[a-z][a-z0-9]{1,49}$/.test(value),
    'A UPI ID looks like name@bank',
  )
  .transform((value) => value || null)
  .nullable()

/** A worker without email. */
export const newWorkerInput = z.object({
  fullName: line('the worker’s name', 100),
  phone: mobileInput,
  groupId: id('group').nullable().default(null),
})

export const workerInput = z.object({
  groupId: id('group').nullable().default(null),
  place: text(100).default(''),
  phone: phone.default(null),
  upiId: upiInput.default(null),
  language: z.enum(LANGUAGES).default('hi'),
  madeByConsent: z.boolean().default(false),
})
export type WorkerInput = z.infer<typeof workerInput>

/** Omitted fields stay unchanged. */
export const ownProfileInput = z
  .object({ phone, language: z.enum(LANGUAGES), madeByConsent: z.boolean() })
  .partial()
export type OwnProfileInput = z.infer<typeof ownProfileInput>

export const groupInput = z.object({ name: line('a name', 100), place: line('a place', 100) })
export type GroupInput = z.infer<typeof groupInput>

export const sha256Input = z
  .string({ error: 'Missing required information' })
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/, 'Missing required information')

export const referenceInput = z
  .string({ error: 'Please enter the reference of the transfer' })
  .overwrite(cleanValue)
  .regex(/^[A-Za-z0-9/_-]{4,60}$/, 'Please enter the reference of the transfer')

export const payQuestionInput = z.object({
  /** Idempotency key of a question in a phone's queue, which may arrive days later. */
  id: id('question').optional(),
  payoutLineId: id('payment').nullable().default(null),
  question: text(1000).min(1, 'Please write your question'),
})
export const payAnswerInput = text(1000).min(1, 'Please write an answer')
export const noteInput = text(300).min(1, 'Please give a reason')

/** A worker's share of the pieces; 0: no task. */
export const shareInput = z
  .number({ error: 'Please enter a count' })
  .int('Please enter a whole number')
  .min(0, 'At least 0')
  .max(100_000, 'At most 1,00,000')

const handOutFields = {
  groupId: id('group'),
  /** The idempotency key, chosen by the form. */
  batchId: id('form'),
  completionDeadline: z.date({ error: 'Please enter a deadline' }),
  /** The user confirmed to give the same tasks again. */
  isAgain: z.boolean().default(false),
}

export const handOutInput = z.object({
  ...handOutFields,
  templateId: id('template'),
  shares: z.array(z.object({ userId: id('worker'), quantity: shareInput })).max(200, 'At most 200 workers'),
})

export const copyInput = z.object({
  ...handOutFields,
  copies: z.array(z.object({ workLogId: id('task'), quantity: shareInput })).max(500, 'At most 500 tasks'),
})

export const sentNewsInput = z.object({
  userId: id('worker'),
  newsIds: z.array(id('message')).min(1, 'No message was chosen').max(MAX_PER_TEXT, 'Too many messages'),
})
export type SentNewsInput = z.infer<typeof sentNewsInput>
