/** All settings. Larger topics have a file each: its variables, the settings made of them, and their contradictions. */
import { z } from 'zod'
import {
  contradictionsOfDatabase,
  type DatabaseSettings,
  databaseEnvironment,
  databaseOf,
} from '#infra/config/database-settings.ts'
import {
  contradictionsOfFiles,
  type FileSettings,
  fileEnvironment,
  filesOf,
} from '#infra/config/file-settings.ts'
import { email, text, unlessEmpty } from '#infra/config/parsers.ts'
import {
  contradictionsOfPayments,
  type PaymentSettings,
  paymentEnvironment,
  paymentsOf,
} from '#infra/config/payment-settings.ts'
import { type PolicySettings, policiesOf, policyEnvironment } from '#infra/config/policy-settings.ts'
import {
  contradictionsOfSeller,
  type SellerSettings,
  sellerEnvironment,
  sellerOf,
} from '#infra/config/seller-settings.ts'
import { type ServerSettings, serverEnvironment, serverOf } from '#infra/config/server-settings.ts'
import {
  contradictionsOfSignIn,
  type SignInSettings,
  signInEnvironment,
  signInOf,
} from '#infra/config/sign-in-settings.ts'

/** The admin, and how people sign in. */
const accountEnvironment = {
  AUTH_SECRET: unlessEmpty(z.string().min(32, 'must be at least 32 characters of random text').optional()),
  ADMIN_EMAIL: email,
  ...signInEnvironment,
}

/** Outgoing email, and the address for customers' questions. */
const mailEnvironment = {
  SMTP_URL: unlessEmpty(
    z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  ),
  MAIL_FROM: text,
  SUPPORT_EMAIL: email,
}

const environment = z.object({
  ...serverEnvironment,
  ...databaseEnvironment,
  ...fileEnvironment,
  ...accountEnvironment,
  ...mailEnvironment,
  ...policyEnvironment,
  ...paymentEnvironment,
  ...sellerEnvironment,
})

type Environment = z.infer<typeof environment>

export type Settings = ServerSettings &
  DatabaseSettings &
  FileSettings &
  AccountSettings &
  MailSettings &
  PolicySettings &
  PaymentSettings &
  SellerSettings

export type SettingsResult = { ok: true; settings: Settings } | { ok: false; problems: string[] }

/**
 * Required in a real shop, for addresses, sign-in and email. The Consumer Protection (E-Commerce) Rules, 2020 ask for the
 * seller's name, address and grievance officer; an invoice (CGST Rule 46) for the GSTIN and state.
 */
const NEEDED_FOR_REAL = [
  'ORIGIN',
  'AUTH_SECRET',
  'ADMIN_EMAIL',
  'SMTP_URL',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
  'SELLER_NAME',
  'SELLER_ADDRESS',
  'SELLER_GSTIN',
  'SELLER_STATE',
  'GRIEVANCE_OFFICER',
] as const

/**
 * Reads the settings from the environment. Each problem is one line that starts with the setting's name, without its
 * value, which may be a secret.
 */
export function readSettings(env: Record<string, string | undefined>): SettingsResult {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    }
  }
  const problems = contradictions(parsed.data)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings: toSettings(parsed.data) }
}

function contradictions(env: Environment): string[] {
  return [
    ...contradictionsOfFiles(env),
    ...contradictionsOfPayments(env),
    ...contradictionsOfSignIn(env),
    ...contradictionsOfSeller(env),
    ...contradictionsOfReal(env),
    ...contradictionsOfDatabase(env),
  ]
}

function contradictionsOfReal(env: Environment): string[] {
  const demo = env.DATABASE_URL === undefined
  if (demo) return []
  const missing = NEEDED_FOR_REAL.filter((name) => env[name] === undefined)
  const problems = missing.map((name) => `${name}: must be set when DATABASE_URL is set`)
  if (env.RATE_LIMITS === 'off')
    problems.push('RATE_LIMITS: can be off only in demo mode (without DATABASE_URL)')
  return problems
}

function toSettings(env: Environment): Settings {
  const { mail } = mailOf(env)
  return {
    ...serverOf(env),
    ...databaseOf(env),
    ...filesOf(env),
    ...accountsOf(env),
    mail,
    ...policiesOf(env),
    ...paymentsOf(env),
    ...sellerOf(env, mail.support),
  }
}

type AccountSettings = {
  /** Null only in demo mode, where one is made at the first start and kept in `dataDir`. */
  authSecret: string | null
  /** Gets the emails about workers' questions and photos; it gives no rights. */
  adminEmail: string
  signIn: SignInSettings
}

function accountsOf(env: z.infer<z.ZodObject<typeof accountEnvironment>>): AccountSettings {
  return {
    authSecret: env.AUTH_SECRET ?? null,
    adminEmail: (env.ADMIN_EMAIL ?? 'admin@demo.test').toLowerCase(),
    signIn: signInOf(env),
  }
}

type MailEnv = z.infer<z.ZodObject<typeof mailEnvironment>>

type MailSettings = { mail: { smtpUrl: string | null; from: string; support: string } }

/** A demonstration has made-up addresses. The support address is public, so it never defaults to the admin's. */
function mailOf(env: MailEnv & { BRAND_NAME: string }): MailSettings {
  return {
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      from: env.MAIL_FROM ?? `${env.BRAND_NAME} <orders@demo.test>`,
      support: env.SUPPORT_EMAIL ?? 'support@demo.test',
    },
  }
}
