import { legalData } from '#app/http/legal.server.ts'
import { policyMeta } from '#app/ui/legal/policy-meta.ts'
import { PolicyPage } from '#app/ui/legal/policy-page.tsx'
import { PRIVACY } from '#content/policies/privacy.ts'
import type { Route } from './+types/privacy-policy.ts'

export function loader({ context }: Route.LoaderArgs) {
  return legalData(context)
}

export function meta({ loaderData }: Route.MetaArgs) {
  return policyMeta(PRIVACY, '/privacy-policy', loaderData)
}

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <PolicyPage policy={PRIVACY} {...loaderData} />
}
