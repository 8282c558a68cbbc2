import { legalData } from '#app/http/legal.server.ts'
import { policyMeta } from '#app/ui/legal/policy-meta.ts'
import { PolicyPage } from '#app/ui/legal/policy-page.tsx'
import { siteOf } from '#app/ui/seo/page-meta.ts'
import { RETURNS } from '#content/policies/returns.ts'
import type { Route } from './+types/returns.ts'

export function loader({ context }: Route.LoaderArgs) {
  return legalData(context)
}

export function meta({ matches }: Route.MetaArgs) {
  return policyMeta(RETURNS, '/returns', siteOf(matches))
}

export default function Returns({ loaderData }: Route.ComponentProps) {
  return <PolicyPage policy={RETURNS} {...loaderData} />
}
