import { useEffect, useId, useRef } from 'react'
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

/** Shows a form's problem in a red box and scrolls the box into view. The invalid control refers to it by `id`. */
export function ProblemBox({ id, problem }: { id: string; problem: Problem | null }) {
  const element = useRef<HTMLDivElement>(null)
  const message = problem?.message
  useEffect(() => {
    if (message) element.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  if (!problem) return null
  return (
    <div ref={element} id={id} className="scroll-mt-24 scroll-mb-4">
      <Banner tone="danger">{problem.message}</Banner>
    </div>
  )
}

type BoxedFormOptions = {
  initial?: Partial<FormValues>
  /** Translations of the schema's messages into the page's language. */
  translations?: Readonly<Record<string, string>>
  /** Names of buttons that send the same fields for another purpose, without checking them. */
  otherButtons?: readonly string[]
}

/**
 * A form that shows one problem at a time, when it is submitted. Spread `props` and `field(name)`, and pass `box` to
 * a ProblemBox.
 */
export function useBoxedForm(
  schema: z.ZodObject,
  answer: FormAnswer<unknown> | undefined,
  { initial = {}, translations = {}, otherButtons = [] }: BoxedFormOptions = {},
) {
  const fields = Object.keys(schema.shape)
  const id = useId()
  const form = useForm({
    check: checkBySchema(schema),
    isOwn: (form) => form.has(fields[0] ?? '') && !otherButtons.some((name) => form.has(name)),
    problems: problemsOf(answer),
    values: answer && !answer.ok ? answer.values : initial,
  })
  const { isBusy, problems } = form
  const { id: formId, ref, onSubmit } = form.props
  const message = answer && !answer.ok && !isBusy ? answer.message : null
  const first = firstProblem({ message, problems })
  const problem = first && { ...first, message: translations[first.message] ?? first.message }
  const isOfField = problem !== null && fields.includes(problem.field ?? '')
  const field = (name: string) => {
    const { errors: _, ...wired } = form.field(name)
    if (problem?.field !== name) return { ...wired, required: true }
    const wrong = { 'aria-invalid': true, 'aria-describedby': id, autoFocus: true }
    return { ...wired, ...wrong, required: true, problem: <ProblemBox id={id} problem={problem} /> }
  }
  const box = { id, problem: isOfField ? null : problem }
  return { isBusy, props: { id: formId, ref, onSubmit }, problem, box, field }
}
