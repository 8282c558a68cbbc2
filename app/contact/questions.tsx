import { Accordion } from '#app/kit/accordion.tsx'
import { Section } from '#app/kit/section.tsx'
import { LinkedText, type PolicyFacts } from '#app/legal/policy-text.tsx'
import type { Question } from '#shop/texts/markup.ts'

export function Questions({ questions, facts }: { questions: readonly Question[]; facts: PolicyFacts }) {
  const items = questions.map(({ id, question, answer }) => {
    const body = answer.map((text) => (
      <p key={text} className="mt-3 first:mt-0">
        <LinkedText text={text} facts={facts} />
      </p>
    ))
    return { id: `question-${id}`, title: question, body }
  })
  return (
    <Section
      titleId="questions"
      title="Questions people ask"
      look="text-3xl"
      className="bg-surface-sunk"
      row="contact-questions"
    >
      <Accordion name="questions" items={items} />
    </Section>
  )
}
