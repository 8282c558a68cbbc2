import { legalData } from '#app/http/legal.server.ts'
import { policyMeta } from '#app/ui/legal/policy-meta.ts'
import { PolicyPage } from '#app/ui/legal/policy-page.tsx'
import { TERMS } from '#content/policies/terms.ts'
import type { Route } from './+types/terms.ts'

export function loader({ context }: Route.LoaderArgs) {
  return legalData(context)
}

export function meta({ loaderData }: Route.MetaArgs) {
  return policyMeta(TERMS, '/terms', loaderData)
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <PolicyPage policy={TERMS} {...loaderData} />
}
