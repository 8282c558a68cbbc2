import { contactAction } from '#app/contact/contact-action.server.ts'
import { faqSchema } from '#app/contact/faq-schema.ts'
import { HydrationContactPage } from '#app/contact/hydration-contact-page.tsx'
import { legalData } from '#app/legal/legal-data.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { jsonLd } from '#app/seo/json-ld.ts'
import { pageMeta, siteOf } from '#app/seo/page-meta.ts'
import { pagePicture } from '#app/seo/share-picture.ts'
import { HYDRATION_FAQ } from '#content/faq/hydration.ts'
import { subjectFrom } from '#shop/messages/message.ts'
import type { Route } from './+types/hydration-contact.ts'

export const handle: PageHandle = {
  side: 'hydration',
  band: 'mint-200',
  cached: 'exact',
  search: 'sitemap',
  landing: 'contact',
  feature: 'hydration',
  access: { get: 200, post: 422 },
}

export function loader({ request, context }: Route.LoaderArgs) {
  const chosen = subjectFrom(new URL(request.url).searchParams.get('subject'))
  return { ...legalData(context), chosen }
}

export function action({ request, context }: Route.ActionArgs) {
  return contactAction(request, context, 'hydration')
}

/** The page after a post keeps the action's header: how long to wait. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const head = pageMeta({
    ...siteOf(matches),
    path: '/hydration/contact',
    image: pagePicture('hydration-contact'),
    title: 'Contact Us',
    description: 'Write to us about Replenish, and read the answers to seven common questions.',
  })
  return loaderData ? [...head, jsonLd(faqSchema(HYDRATION_FAQ, loaderData.facts))] : head
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { chosen, seller, facts } = loaderData
  return <HydrationContactPage answer={actionData} chosen={chosen} seller={seller} facts={facts} />
}
