import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'

type Hooks = NonNullable<BetterAuthPlugin['hooks']>
type Matcher = NonNullable<Hooks['before']>[number]['matcher']
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Matches calls of these paths, by HTTP or in this process. */
export const callOf = (...paths: string[]): Matcher => {
  return ({ path = '' }) => paths.includes(path)
}

/** Matches HTTP requests to these paths. */
export const requestTo = (...paths: string[]): Matcher => {
  return ({ path = '', request }) => request !== undefined && paths.includes(path)
}

/** Matches calls that began a session. */
export const beganSession: Matcher = ({ context }) => Boolean(context.newSession)

export function hook(matcher: Matcher, handler: (c: HookContext) => Promise<unknown>) {
  return { matcher, handler: createAuthMiddleware(handler) }
}

/** A plugin of the account library that only has hooks. */
export function hooksPlugin(id: string, hooks: Hooks): BetterAuthPlugin {
  return { id, hooks }
}
