import { contactAction, contactData } from '#app/contact/contact.server.ts'
import { ContactColumns, ContactHero } from '#app/contact/contact-form.tsx'
import { Accordion } from '#app/kit/accordion.tsx'
import { LinkedText, type PolicyFacts, plainText, policyFacts } from '#app/legal/policy-text.tsx'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { jsonLd, type Schema } from '#app/seo/structured-data.ts'
import { HYDRATION_FAQ, type Question } from '#content/faq/hydration.ts'
import type { Route } from './+types/hydration-contact.ts'

export const handle: PageHandle = {
  title: 'Contact Us',
  description: 'Write to us about Replenish, and read the answers to seven common questions.',
  picture: 'hydration-contact',

  side: 'hydration',
  band: 'mint-200',
  cached: 'exact',
  query: ['order', 'subject'],
  search: 'sitemap',
  landing: 'contact',
  feature: 'hydration',
  access: { get: 200, post: 422 },
}

const LEAD =
  'About a box, an order, or forty boxes for a reading room. You’ll find seven answers below the form.'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { config } = context.get(requestContext).ctx
  return { ...(await contactData(request, context)), facts: policyFacts(config) }
}

export function action({ request, context }: Route.ActionArgs) {
  return contactAction(request, context, 'hydration')
}

/** The page after a post keeps the action's header: how long to wait. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? [jsonLd(faqSchema(loaderData.facts))] : []
}

/** schema.org FAQPage, in the words of the page. */
function faqSchema(facts: PolicyFacts): Schema {
  return {
    '@type': 'FAQPage',
    mainEntity: HYDRATION_FAQ.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.map((text) => plainText(text, facts)).join(' ') },
    })),
  }
}

/** The contact page of the hydration side: the form, and questions of which one is open at a time. */
export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { chosen, about, seller, facts } = loaderData
  return (
    <>
      <ContactHero title="Contact Us" lead={LEAD} drawing={{ name: 'glass-mint', isScene: false }} />
      <ContactColumns answer={actionData} chosen={chosen} about={about} seller={seller} />
      <section aria-labelledby="questions" className="bg-surface-sunk py-section">
        <div className="wrap contact-questions">
          <h2 id="questions" className="display text-3xl">
            Questions people ask
          </h2>
          <Accordion name="questions" items={HYDRATION_FAQ.map((one) => toItem(one, facts))} />
        </div>
      </section>
    </>
  )
}

function toItem({ id, question, answer }: Question, facts: PolicyFacts) {
  const body = answer.map((text) => (
    <p key={text} className="mt-3 first:mt-0">
      <LinkedText text={text} facts={facts} />
    </p>
  ))
  return { id: `question-${id}`, title: question, body }
}
