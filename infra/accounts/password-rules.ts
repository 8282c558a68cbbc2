import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, getSessionFromCtx } from 'better-auth/api'
import { z } from 'zod'
import { callOf, type HookContext, hook, hooksPlugin } from '#infra/accounts/hooks.ts'
import type { LeakedPasswords } from '#infra/accounts/leaked-passwords.ts'
import { emailInToken } from '#infra/accounts/verify-email.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { containsOwnName, isCommonPassword, type WeakPassword } from '#shop/customers/password-rules.ts'

/** The 10,000 most common passwords of Mark Burnett's list (2015), from @zxcvbn-ts/language-common (MIT). */
const LIST = join(PROJECT_ROOT, 'infra', 'accounts', 'common-passwords.txt')
let common: ReadonlySet<string> | null = null

function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(readFileSync(LIST, 'utf8').trim().split('\n'))
  return common
}

/** A value of another type counts as missing here, because the library reports it. */
const text = z.string().optional().catch(undefined)
const bodySchema = z
  .object({ name: text, email: text, token: text, password: text, newPassword: text })
  .catch({})
type Body = z.infer<typeof bodySchema>

type Options = {
  brand: string
  linkKeys: readonly string[]
  /** Null if the shop has no list of leaked passwords. */
  leaked: LeakedPasswords | null
}

/** Finds the account's owner for each path that sets a password. An unknown owner has empty names. */
const OWNERS: Readonly<Record<string, (c: HookContext, body: Body, options: Options) => Promise<Owner>>> = {
  '/sign-up/email': async (_, { name = '', email = '' }) => ({ fullName: name, email }),
  '/verify-email': async (_, { name = '', token = '' }, { linkKeys }) => ({
    fullName: name,
    email: (await emailInToken(token, linkKeys)) ?? '',
  }),
  '/reset-password': async ({ context, query }, { token = String(query?.token ?? '') }) => {
    const link = await context.internalAdapter.findVerificationValue(`reset-password:${token}`)
    const user = link && (await context.internalAdapter.findUserById(link.value))
    return { fullName: user?.name ?? '', email: user?.email ?? '' }
  },
  '/change-password': async (c) => {
    const session = await getSessionFromCtx(c)
    return { fullName: session?.user.name ?? '', email: session?.user.email ?? '' }
  },
}
type Owner = { fullName: string; email: string }

/** Refuses passwords that are common, leaked, or contain a name of the owner or shop. */
export function passwordRules(options: Options): BetterAuthPlugin {
  return hooksPlugin('password-rules', {
    before: [
      hook(callOf(...Object.keys(OWNERS)), async (c) => {
        const ownerOf = OWNERS[c.path]
        if (!ownerOf) return
        const body = bodySchema.parse(c.body ?? {})
        // The library reads either field, so check both.
        for (const password of [body.password, body.newPassword]) {
          if (!password) continue
          const weak = await weaknessOf(password, await ownerOf(c, body, options), options)
          if (weak) throw new APIError('UNPROCESSABLE_ENTITY', WEAK_PASSWORDS[weak])
        }
      }),
    ],
  })
}

async function weaknessOf(password: string, owner: Owner, { brand, leaked }: Options) {
  if (isCommonPassword(password, commonPasswords())) return 'common'
  if (containsOwnName(password, { brand, ...owner })) return 'own'
  return (await leaked?.has(password)) ? 'leaked' : null
}

/** Codes and messages for programs. Pages have their own messages. */
export const WEAK_PASSWORDS = {
  common: {
    code: 'PASSWORD_COMMON',
    message: 'This password is among the most common ones. Please choose another.',
  },
  own: {
    code: 'PASSWORD_OWN_NAME',
    message: 'Please choose a password without your name, your email address or the name of the shop.',
  },
  leaked: {
    code: 'PASSWORD_LEAKED',
    message: 'This password is known from a data leak elsewhere. Please choose another.',
  },
} as const satisfies Record<WeakPassword, { code: string; message: string }>
