import { useId } from 'react'
import type { z } from 'zod'
import { Banner } from '#app/kit/banner.tsx'
import {
  type FormAnswer,
  type FormValues,
  firstProblem,
  type Problem,
  problemsOf,
} from '#app/kit/form-fields.ts'
import { checkBySchema, useForm } from '#app/kit/use-form.ts'

/** A form's problem in a red box above the fields. `id` lets the field refer to it. */
export function ProblemBox({ id, problem }: { id: string; problem: Problem | null }) {
  if (!problem) return null
  return (
    <div id={id}>
      <Banner tone="danger">{problem.message}</Banner>
    </div>
  )
}

/**
 * The state of a form that shows one problem at a time, in a ProblemBox, on submit only. `initial`: the first
 * values. Spread `props` on the Form, `box` on the ProblemBox and `field(name)` on each TextField.
 */
export function useBoxedForm(
  schema: z.ZodObject,
  answer: FormAnswer<unknown> | undefined,
  initial: Partial<FormValues> = {},
) {
  const [firstField = ''] = Object.keys(schema.shape)
  const form = useForm({
    check: checkBySchema(schema),
    isOwn: (sent) => sent.has(firstField),
    problems: problemsOf(answer),
    values: answer && !answer.ok ? answer.values : initial,
  })
  const { isBusy, problems } = form
  const { id, ref, onSubmit } = form.props
  const message = answer && !answer.ok && !isBusy ? answer.message : null
  const problem = firstProblem({ message, problems })
  const box = { id: useId(), problem }
  const field = (name: string) => {
    const { errors: _, ...wired } = form.field(name)
    const isWrong = problem?.field === name
    return { ...wired, required: true, ...(isWrong && { 'aria-invalid': true, 'aria-describedby': box.id }) }
  }
  return { isBusy, props: { id, ref, onSubmit }, box, field }
}
