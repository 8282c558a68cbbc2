/** All settings: each topic has a file of its own, with its variables, what they become and what may not go together. */
import { z } from 'zod'
import { type AccountSettings, accountEnvironment, accountsOf } from '#infra/config/account-settings.ts'
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
import { type MailSettings, mailEnvironment, mailOf } from '#infra/config/mail-settings.ts'
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
import { contradictionsOfSignIn } from '#infra/config/sign-in-settings.ts'

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
 * What only a real shop must have: without them it could not be reached, sign anybody in, or send a mail, and the
 * Consumer Protection (E-Commerce) Rules, 2020 ask who sells, where, and who hears complaints, and an invoice (CGST Rule
 * 46) asks for the seller's GSTIN and state.
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
 * Reads the settings from the environment. Every problem is one line that starts with the name of the setting;
 * values are never repeated, since some are secrets.
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
