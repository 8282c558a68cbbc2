import { contactAction } from '#app/http/contact.server.ts'
import { legalData } from '#app/http/legal.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { faqSchema } from '#app/ui/contact/faq-schema.ts'
import { HydrationContactPage } from '#app/ui/contact/hydration-contact-page.tsx'
import { jsonLd } from '#app/ui/seo/json-ld.ts'
import { pageMeta, siteOf } from '#app/ui/seo/page-meta.ts'
import { pagePicture } from '#app/ui/seo/share-picture.ts'
import { HYDRATION_FAQ } from '#content/faq/hydration.ts'
import { subjectFrom } from '#shop/messages/message.ts'
import type { Route } from './+types/contact.ts'

export const handle: PageHandle = { side: 'hydration', band: 'mint-200' }

export function loader({ request, context }: Route.LoaderArgs) {
  const chosen = subjectFrom(new URL(request.url).searchParams.get('subject'))
  return { ...legalData(context), chosen }
}

export function action({ request, context }: Route.ActionArgs) {
  return contactAction(request, context, 'hydration')
}

/** A page after a post says what its action said: how long to wait. */
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
