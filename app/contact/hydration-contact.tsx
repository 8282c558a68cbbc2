import { contactAction, contactData } from '#app/contact/contact.server.ts'
import { ContactColumns, ContactHero } from '#app/contact/contact-form.tsx'
import { Questions } from '#app/contact/questions.tsx'
import { factsNow } from '#app/legal/delivery-texts.server.ts'
import { plainText } from '#app/legal/policy-text.tsx'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { jsonLd } from '#app/seo/structured-data.ts'
import { FAQ_DOCUMENT, faqTexts } from '#app/texts/documents.ts'
import { textsNow } from '#app/texts/site-texts.server.ts'
import type { Route } from './+types/hydration-contact.ts'

export const handle: PageHandle = {
  sheet: 'texts',
  title: 'Contact Us',
  description: 'Write to us about Replenish, and read the answers to common questions.',
  picture: 'hydration-contact',
  side: 'hydration',
  band: '--color-mint-200',
  cached: 'exact',
  query: ['order', 'subject'],
  search: 'sitemap',
  landing: 'contact',
  feature: 'hydration',
  access: { get: 200, post: 422 },
}

const LEAD =
  'About a box, an order, or forty boxes for a reading room. You’ll find answers to common questions below the form.'

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(requestContext)
  const questions = faqTexts(await textsNow(FAQ_DOCUMENT, page))
  return { ...(await contactData(request, context)), questions, facts: await factsNow(page) }
}

export function action({ request, context }: Route.ActionArgs) {
  return contactAction(request, context, 'hydration')
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const mainEntity = loaderData.questions.map(({ question, answer }) => {
    const text = answer.map((part) => plainText(part, loaderData.facts)).join(' ')
    return { '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text } }
  })
  return [jsonLd({ '@type': 'FAQPage', mainEntity })]
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { chosen, prefill, seller } = loaderData
  return (
    <>
      <ContactHero title="Contact Us" lead={LEAD} drawing={{ name: 'glass-mint', isScene: false }} />
      <ContactColumns answer={actionData} chosen={chosen} prefill={prefill} seller={seller} />
      <Questions {...loaderData} />
    </>
  )
}
