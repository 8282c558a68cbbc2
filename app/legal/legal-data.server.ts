import type { RouterContextProvider } from 'react-router'
import { policyFacts } from '#app/legal/policy-facts.ts'
import { requestContext } from '#app/request/context.server.ts'

/** The data of legal and contact pages; the same for every visitor. */
export function legalData(context: Readonly<RouterContextProvider>) {
  const { ctx, seller } = context.get(requestContext)
  return { seller, facts: policyFacts(ctx.config) }
}
