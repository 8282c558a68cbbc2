import { data } from 'react-router'
import { factsNow } from '#app/legal/delivery-texts.server.ts'
import { PolicyArticle } from '#app/legal/policy-article.tsx'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { pageMeta, pagePicture, siteOf } from '#app/seo/page-meta.ts'
import { findDocument, policyTexts } from '#app/texts/documents.ts'
import { textsNow } from '#app/texts/site-texts.server.ts'
import type { Route } from './+types/policy.ts'

export const handle: PageHandle = {
  sheet: 'texts',
  cached: 'exact',
  search: 'sitemap',
  landing: 'help',
  access: { get: 200 },
}

/**
 * Sends the policy's text as data, so that a browser loads only the policy that it shows. The route's pattern names
 * the document.
 */
export async function loader({ pattern, context }: Route.LoaderArgs) {
  const request = context.get(requestContext)
  const document = findDocument(pattern)
  if (!document) throw data(null, { status: 404 })
  const policy = policyTexts(pattern, await textsNow(document, request))
  return { path: `/${pattern}`, policy, seller: request.seller, facts: await factsNow(request) }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { path, policy } = loaderData
  const { title, summary: description } = policy
  return pageMeta({ ...siteOf(matches), path, title, description, image: pagePicture(handle.picture) })
}

export default function PolicyPage({ loaderData }: Route.ComponentProps) {
  return <PolicyArticle {...loaderData} />
}
