/**
 * Trusted Types: a browser that has them takes markup and addresses of scripts only from the policies that the shop's
 * Content-Security-Policy names. None of ours passes on whatever it is given.
 */

/** Each returns the text if it may be used; otherwise '' in its place. */
type Rules = { createHTML?: (text: string) => string; createScriptURL?: (text: string) => string }

type Factory = { createPolicy(name: string, rules: Rules): Required<Rules> }

/** The names in the page's policy (server/security-headers.ts). */
export type PolicyName = 'default' | 'mail' | 'worker'

/** The policy of this name, to be made once; in a browser without Trusted Types its rules alone. */
export function trustedTypes<Own extends Rules>(name: PolicyName, rules: Own): Own {
  const { trustedTypes: factory } = globalThis as { trustedTypes?: Factory }
  // The browser's own types stand for strings wherever they may be used.
  return factory ? (factory.createPolicy(name, rules) as unknown as Own) : rules
}
