import { type PolicyFacts, plainText } from '#app/legal/policy-facts.ts'
import type { Schema } from '#app/seo/json-ld.ts'
import type { Question } from '#content/faq/hydration.ts'

/** schema.org FAQPage, in the words of the page. */
export function faqSchema(questions: readonly Question[], facts: PolicyFacts): Schema {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.map((text) => plainText(text, facts)).join(' ') },
    })),
  }
}
