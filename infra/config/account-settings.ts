import { z } from 'zod'
import { email, unlessEmpty } from '#infra/config/parsers.ts'
import { type SignInSettings, signInEnvironment, signInOf } from '#infra/config/sign-in-settings.ts'

/** Who runs the shop, and how people sign in. */
export const accountEnvironment = {
  AUTH_SECRET: unlessEmpty(z.string().min(32, 'must be at least 32 characters of random text').optional()),
  ADMIN_EMAIL: email,
  ...signInEnvironment,
}

export type AccountSettings = {
  /** Null only in demo mode, where one is made at the first start and kept in `dataDir`. */
  authSecret: string | null
  /** Where questions and photos of workers are announced. It gives no rights. */
  adminEmail: string
  signIn: SignInSettings
}

export function accountsOf(env: z.infer<z.ZodObject<typeof accountEnvironment>>): AccountSettings {
  return {
    authSecret: env.AUTH_SECRET ?? null,
    adminEmail: (env.ADMIN_EMAIL ?? 'admin@demo.test').toLowerCase(),
    signIn: signInOf(env),
  }
}
