import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware } from 'better-auth/api'

type Hooks = NonNullable<BetterAuthPlugin['hooks']>
type LibraryHook = NonNullable<Hooks['before']>[number]
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

export function hook(matcher: LibraryHook['matcher'], handler: (c: HookContext) => Promise<unknown>) {
  return { matcher, handler: createAuthMiddleware(handler) }
}

/** A plugin of the account library that only has hooks. */
export function hooksPlugin(id: string, hooks: Hooks): BetterAuthPlugin {
  return { id, hooks }
}
