import { Form, useNavigation } from 'react-router'
import { useForms, useWords } from '#app/admin/coordinator-words/words.ts'
import { Button } from '#app/kit/button.tsx'
import { TextAreaField } from '#app/kit/fields.tsx'
import type { PayQuestion } from '#shop/programme/pay.ts'

type OpenQuestionProps = {
  question: PayQuestion
  /** What was typed and refused, with the reason. */
  typed?: string | undefined
  problem?: string | undefined
}

/** A worker's question about her pay, to be answered. */
export function OpenQuestion({ question: asked, typed, problem }: OpenQuestionProps) {
  const { id, workerName, payoutNumber, question, askedAt } = asked
  const { formData } = useNavigation()
  const { question: words } = useWords()
  const { dayAndTime } = useForms()
  return (
    <article data-row className="pay-question">
      <h3>
        {payoutNumber === null ? workerName : words.about({ worker: workerName, number: payoutNumber })}
      </h3>
      <p>{question}</p>
      <p className="data-sub">{dayAndTime(askedAt)}</p>
      <Form method="post">
        <input type="hidden" name="intent" value="answer" />
        <input type="hidden" name="id" value={id} />
        <TextAreaField
          label={words.answerTo({ worker: workerName })}
          name="answer"
          rows={2}
          maxLength={1000}
          required
          defaultValue={typed}
          errors={problem ? [problem] : null}
        />
        <Button look="line" busy={formData?.get('id') === id}>
          {words.send}
        </Button>
      </Form>
    </article>
  )
}
