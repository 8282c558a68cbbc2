import { contactAction } from '#app/contact/contact-action.server.ts'
import { PartnerPage } from '#app/contact/partner-page.tsx'
import { legalData } from '#app/legal/legal-data.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { pageMeta, siteOf } from '#app/seo/page-meta.ts'
import { pagePicture } from '#app/seo/share-picture.ts'
import { subjectFrom } from '#shop/messages/message.ts'
import type { Route } from './+types/contact.ts'

export const handle: PageHandle = {
  side: 'millet',
  band: 'gulab-200',
  cached: 'exact',
  search: 'sitemap',
  landing: 'contact',
  access: { get: 200, post: 422 },
}

export function loader({ request, context }: Route.LoaderArgs) {
  const { seller } = legalData(context)
  const chosen = subjectFrom(new URL(request.url).searchParams.get('subject'))
  return { seller, chosen }
}

export function action({ request, context }: Route.ActionArgs) {
  return contactAction(request, context, 'millet')
}

/** The page after a post keeps the action's header: how long to wait. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: '/contact',
    image: pagePicture('contact'),
    title: 'Partner With Us',
    description: 'Bulk orders, partnerships, the self-help group programme, or a question: write to us.',
  })
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  return <PartnerPage answer={actionData} chosen={loaderData.chosen} seller={loaderData.seller} />
}
