import { Form, useNavigation } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { TextAreaField } from '#app/kit/fields.tsx'
import { formatDayAndTime } from '#shop/kernel/time.ts'
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
  return (
    <article className="pay-question">
      <h3>
        {workerName}
        {payoutNumber !== null && `, about payout ${payoutNumber}`}
      </h3>
      <p>{question}</p>
      <p className="data-sub">{formatDayAndTime(askedAt)}</p>
      <Form method="post">
        <input type="hidden" name="intent" value="answer" />
        <input type="hidden" name="id" value={id} />
        <TextAreaField
          label={`Answer to ${workerName}`}
          name="answer"
          rows={2}
          maxLength={1000}
          required
          defaultValue={typed}
          errors={problem ? [problem] : null}
        />
        <Button look="line" busy={formData?.get('id') === id}>
          Send the answer
        </Button>
      </Form>
    </article>
  )
}
