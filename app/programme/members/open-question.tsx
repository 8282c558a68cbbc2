import { Form, useNavigation } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { TextAreaField } from '#app/kit/fields.tsx'
import { PostButton } from '#app/kit/submit-button.tsx'
import { useFormats, useWords } from '#app/programme/words/words.ts'

type PayQuestion = {
  id: string
  workerName: string
  /** The worker's current group. */
  groupName: string | null
  payoutNumber: number | null
  question: string
  askedAt: Date
  /** When a coordinator left the question to the admins, or null. */
  forAdminsAt: Date | null
}

export function OpenQuestion(props: {
  question: PayQuestion
  /** The answer that was refused, and the reason as `problem`. */
  typed?: string | undefined
  problem?: string | undefined
  /** True if the coordinator may leave the question to the admins. */
  mayLeave?: boolean
  /** True if a different person has to answer. */
  isReadOnly?: boolean
}) {
  const { typed, problem, mayLeave = false, isReadOnly = false } = props
  const { id, workerName, groupName, payoutNumber, question, askedAt, forAdminsAt } = props.question
  const { formData } = useNavigation()
  const { question: words } = useWords()
  const { dayAndTime } = useFormats()
  const worker = [workerName, groupName].filter(Boolean).join(', ')
  return (
    <article data-row className="pay-question">
      <h3>{payoutNumber === null ? worker : words.about({ worker, number: payoutNumber })}</h3>
      <p>{question}</p>
      <p className="data-sub">
        {dayAndTime(askedAt)}
        {forAdminsAt && `. ${words.leftOn({ time: dayAndTime(forAdminsAt) })}`}
      </p>
      {!isReadOnly && (
        <Form method="post" noValidate>
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
      )}
      {mayLeave && (
        <PostButton fields={{ intent: 'leave', id }} look="line" busy={formData?.get('id') === id}>
          {words.leave}
        </PostButton>
      )}
    </article>
  )
}
