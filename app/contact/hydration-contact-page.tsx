import { ContactForm, type ContactFormProps } from '#app/contact/contact-form.tsx'
import { ContactHero } from '#app/contact/contact-hero.tsx'
import { ReachUs } from '#app/contact/reach-us.tsx'
import { Accordion } from '#app/kit/accordion.tsx'
import { LinkedText } from '#app/legal/linked-text.tsx'
import type { PolicyFacts } from '#app/legal/policy-facts.ts'
import { HYDRATION_FAQ } from '#content/faq/hydration.ts'
import type { Seller } from '#shop/seller.ts'

const LEAD =
  'About a box, an order, or forty boxes for a reading room. You’ll find seven answers below the form.'

/** The contact page of the hydration side: form, and questions of which one is open at a time. */
export function HydrationContactPage({
  seller,
  facts,
  ...form
}: ContactFormProps & { seller: Seller; facts: PolicyFacts }) {
  return (
    <>
      <ContactHero title="Contact Us" lead={LEAD} drawing={{ name: 'glass-mint', isScene: false }} />
      <div className="wrap contact-columns">
        <section aria-labelledby="write-to-us">
          <h2 id="write-to-us" className="display mb-6 text-3xl">
            Write to us
          </h2>
          <ContactForm key={form.chosen} {...form} />
        </section>
        <ReachUs seller={seller} />
      </div>
      <section aria-labelledby="questions" className="bg-surface-sunk py-section">
        <div className="wrap contact-questions">
          <h2 id="questions" className="display text-3xl">
            Questions people ask
          </h2>
          <Accordion name="questions" items={HYDRATION_FAQ.map((one) => item(one, facts))} />
        </div>
      </section>
    </>
  )
}

function item({ id, question, answer }: (typeof HYDRATION_FAQ)[number], facts: PolicyFacts) {
  const body = answer.map((text) => (
    <p key={text} className="mt-3 first:mt-0">
      <LinkedText text={text} facts={facts} />
    </p>
  ))
  return { id: `question-${id}`, title: question, body }
}
