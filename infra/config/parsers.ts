/** An empty variable counts as absent: `SMTP_URL=` in an .env file means "not set". */
import { z } from 'zod'
import type { KeyRing } from '#infra/keys/key-ring.ts'
import { rupees } from '#shop/kernel/money.ts'
import { MOST_RUPEES } from '#shop/kernel/typed-number.ts'
import { rupeesInput } from '#shop/money-input.ts'

const absentWhenEmpty = (value: unknown) => (value === '' ? undefined : value)

export const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(absentWhenEmpty, schema)

export const text = unlessEmpty(z.string().trim().min(1).optional())
export const textOr = (value: string) => unlessEmpty(z.string().trim().default(value))
export const email = unlessEmpty(z.email('must be an email address').optional())
export const onOff = (value: 'on' | 'off') => unlessEmpty(z.enum(['on', 'off']).default(value))

export const whole = (value: number, least: number, max: number) =>
  unlessEmpty(z.coerce.number().int().min(least).max(max).default(value))

const SECRET_CHARACTERS = 32

export const secretList = unlessEmpty(
  z
    .string()
    .transform((written) => written.split(',').map((secret) => secret.trim()))
    .refine(
      (secrets) => secrets.every(({ length }) => length >= SECRET_CHARACTERS),
      'must be at least 32 characters of random text, or several such secrets separated by commas, newest first',
    )
    .refine((secrets) => new Set(secrets).size === secrets.length, 'names a secret twice')
    .transform(([newest = '', ...older]): KeyRing => [newest, ...older])
    .optional(),
)

const amount = z.coerce.number().pipe(rupeesInput({ max: MOST_RUPEES }))
export const money = unlessEmpty(amount.optional())
export const moneyOr = (value: number) => unlessEmpty(amount.default(rupees(value)))

/** '2-3' or '4', in days. */
export const daysOr = (value: string) =>
  unlessEmpty(
    z
      .string()
      .trim()
      .regex(/^[1-9]\d?(-[1-9]\d?)?$/)
      .default(value)
      .transform((written) => {
        const [min = 0, max = min] = written.split('-').map(Number)
        return { min, max }
      })
      .refine(({ min, max }) => min <= max, 'the second figure must not be below the first'),
  )

/** Names of hosts, separated by commas. Unlike other settings, an empty one is an empty list. */
export const hostList = z
  .string()
  .transform((written) => written.split(',').map((host) => host.trim().toLowerCase()))
  .transform((hosts) => hosts.filter((host) => host !== ''))
  .refine(
    (hosts) => hosts.every((host) => /^[a-z0-9]([\w.-]*[a-z0-9])?$/.test(host)),
    'must be names of hosts',
  )
  .optional()

export const webOrigin = z.url({
  protocol: /^https?$/,
  error: 'must be a web origin such as https://shop.example',
})
