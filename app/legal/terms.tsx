import { legalData } from '#app/legal/legal-data.server.ts'
import { policyMeta } from '#app/legal/policy-meta.ts'
import { PolicyPage } from '#app/legal/policy-page.tsx'
import type { PageHandle } from '#app/request/page-handle.ts'
import { siteOf } from '#app/seo/page-meta.ts'
import { TERMS } from '#content/policies/terms.ts'
import type { Route } from './+types/terms.ts'

export const handle: PageHandle = {
  cached: 'exact',
  search: 'sitemap',
  landing: 'help',
  access: { get: 200 },
}

export function loader({ context }: Route.LoaderArgs) {
  return legalData(context)
}

export function meta({ matches }: Route.MetaArgs) {
  return policyMeta(TERMS, '/terms', siteOf(matches))
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <PolicyPage policy={TERMS} {...loaderData} />
}
