/** An empty variable counts as absent: `SMTP_URL=` in an .env file means "not set". */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { KeyRing } from '#infra/keys/key-ring.ts'
import { attempt } from '#shop/kernel/result.ts'

const absentWhenEmpty = (value: unknown) => (value === '' ? undefined : value)

export const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(absentWhenEmpty, schema)

export const text = unlessEmpty(z.string().trim().min(1).optional())
export const textOr = (value: string) => unlessEmpty(z.string().trim().default(value))
export const email = unlessEmpty(z.email('must be an email address').optional())
export const onOff = (value: 'on' | 'off') => unlessEmpty(z.enum(['on', 'off']).default(value))

export const integer = (value: number, min: number, max: number) =>
  unlessEmpty(z.coerce.number().int().min(min).max(max).default(value))

const MIN_SECRET_LENGTH = 32

export const secretList = unlessEmpty(
  z
    .string()
    .transform((value) => value.split(',').map((secret) => secret.trim()))
    .refine(
      (secrets) => secrets.every(({ length }) => length >= MIN_SECRET_LENGTH),
      'must be at least 32 characters of random text, or several such secrets separated by commas, newest first',
    )
    .refine((secrets) => new Set(secrets).size === secrets.length, 'must not name a secret twice')
    .transform(([newest = '', ...older]): KeyRing => [newest, ...older])
    .optional(),
)

/** Host names separated by commas. Unlike in other settings, an empty value is not absent but an empty list. */
export const hostList = z
  .string()
  .transform((value) => value.split(',').map((host) => host.trim().toLowerCase()))
  .transform((hosts) => hosts.filter((host) => host !== ''))
  .refine(
    (hosts) => hosts.every((host) => /^[a-z0-9]([\w.-]*[a-z0-9])?$/.test(host)),
    'must be host names separated by commas',
  )
  .optional()

export const webOrigin = z.url({
  protocol: /^https?$/,
  error: 'must be a web origin such as https://shop.example',
})

export const SECRET_SETTINGS = [
  'AUTH_SECRET',
  'DATABASE_URL',
  'DATABASE_SESSION_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'FILES_S3_ACCESS_KEY_ID',
  'FILES_S3_SECRET_ACCESS_KEY',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'MICROSOFT_CLIENT_SECRET',
] as const

type Env = Record<string, string | undefined>

/**
 * Reads secrets from files: `AUTH_SECRET_FILE=/run/secrets/auth` gives `AUTH_SECRET`, so that the environment
 * holds none. Each problem begins with the setting's name.
 */
export function withSecretFiles(env: Env): { env: Env; problems: string[] } {
  const merged: Env = { ...env }
  const problems: string[] = []
  for (const name of SECRET_SETTINGS) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) problems.push(`${name}_FILE: cannot be set while ${name} is set`)
    else {
      const text = attempt(() => readFileSync(path, 'utf8').trim())
      if (text) merged[name] = text
      else problems.push(`${name}_FILE: names a file that is empty or cannot be read`)
    }
  }
  return { env: merged, problems }
}
