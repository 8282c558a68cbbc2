import type { MetaDescriptor } from 'react-router'
import { type PolicyFacts, plainText } from '#app/ui/legal/policy-facts.ts'
import type { Question } from '#content/faq/hydration.ts'

/** The questions for search engines, in the words of the page. */
export function faqSchema(questions: readonly Question[], facts: PolicyFacts): MetaDescriptor {
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer.map((text) => plainText(text, facts)).join(' ') },
      })),
    },
  }
}
