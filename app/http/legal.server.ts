import type { RouterContextProvider } from 'react-router'
import { requestContext } from '#app/http/request-context.server.ts'
import { policyFacts } from '#app/ui/legal/policy-facts.ts'

/** What legal and contact pages are filled with; the same for everybody. */
export function legalData(context: Readonly<RouterContextProvider>) {
  const { ctx, seller } = context.get(requestContext)
  return { seller, facts: policyFacts(ctx.config) }
}
