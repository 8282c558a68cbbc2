import { Accordion } from '#app/kit/accordion.tsx'
import { LinkedText, type PolicyFacts } from '#app/legal/policy-text.tsx'
import type { Question } from '#shop/texts/markup.ts'

export function Questions({ questions, facts }: { questions: readonly Question[]; facts: PolicyFacts }) {
  return (
    <section aria-labelledby="questions" className="bg-surface-sunk py-section">
      <div className="wrap contact-questions">
        <h2 id="questions" className="display text-3xl">
          Questions people ask
        </h2>
        <Accordion name="questions" items={questions.map((one) => toItem(one, facts))} />
      </div>
    </section>
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
