import type { RouterContextProvider } from 'react-router'
import { policyFacts } from '#app/legal/policy-facts.ts'
import { requestContext } from '#app/request/context.server.ts'

/** What legal and contact pages are filled with; the same for everybody. */
export function legalData(context: Readonly<RouterContextProvider>) {
  const { ctx, seller } = context.get(requestContext)
  return { seller, facts: policyFacts(ctx.config) }
}
