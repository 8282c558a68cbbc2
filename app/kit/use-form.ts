import { type FocusEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import type { z } from 'zod'
import { type FormValues, type Problems, readFields } from '#app/kit/form-fields.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Checks a form while it is filled in, and returns problems by field. `submitter`: the pressed button. */
export type FormCheck = (form: HTMLFormElement, submitter?: HTMLElement | null) => Problems

/** Checks a form in the browser, using the schema with which its action reads it. */
export function checkBySchema(schema: z.ZodType): FormCheck {
  return (form, submitter) => {
    const fields = readFields(schema, new FormData(form, submitter))
    return fields.ok ? {} : fields.problems
  }
}

type FormOptions = {
  id?: string
  check: FormCheck
  /** The server's problems with the last post, as a new object for each response. */
  problems: Problems | undefined
  values: Partial<FormValues>
  /** True for a navigation that posts this form. Other navigations may leave the page. */
  isOwn: (form: FormData) => boolean
}

/**
 * Checks a form when a field is left and when it is submitted, which focuses the first problem. Spread `props` on the
 * Form, and `field(name)` on the controls.
 */
export function useForm({ id, check, problems: serverProblems, values, isOwn }: FormOptions) {
  const fallback = useId()
  const formId = id ?? fallback
  const [problems, setProblems] = useProblems(serverProblems)
  const form = useRef<HTMLFormElement>(null)
  /** True once the form was sent. Blocks the second half of a double click before React renders the busy state. */
  const isSent = useRef(false)
  const lastProblems = useRef<Problems>({})
  const { state, formData } = useNavigation()
  const isBusy = formData !== undefined && isOwn(formData)

  useEffect(() => {
    if (state === 'idle') isSent.current = false
  }, [state])

  useEffect(() => {
    if (serverProblems) focusFirst(form.current, serverProblems)
  }, [serverProblems])

  // A new message moves the content below it. Typing therefore only removes messages, and leaving a field for a
  // button adds none. Otherwise the button would move away from the pointer.
  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as Control
    if (Object.keys(problems).length === 0) return
    const [earlier, now] = [lastProblems.current, check(currentTarget)]
    lastProblems.current = now
    // A change of one field may solve the problem of another field.
    const isUnsolved = ([key, problem]: [string, string]) =>
      now[key] || (key !== name && earlier[key] !== problem)
    // Starts from the current problems, because a field that fills in other fields causes several events before a
    // render.
    setProblems((all) => Object.fromEntries(Object.entries(all).filter(isUnsolved)))
  }
  const onBlur = ({ currentTarget, target, relatedTarget }: FocusEvent<HTMLFormElement>) => {
    const { name, value } = target as unknown as Control
    if (!value || relatedTarget instanceof HTMLButtonElement) return
    lastProblems.current = check(currentTarget)
    const problem = lastProblems.current[name]
    if (problem) setProblems((all) => ({ ...all, [name]: problem }))
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    // This button skips validation and may be pressed again before the answer arrives.
    if (submitter?.hasAttribute('formnovalidate')) return
    const problems = check(event.currentTarget, submitter)
    lastProblems.current = problems
    setProblems(problems)
    const isValid = Object.keys(problems).length === 0
    if (!isValid) focusFirst(event.currentTarget, problems)
    if (!isValid || isSent.current) event.preventDefault()
    // Without a network nothing is sent, so no navigation would end.
    else isSent.current = navigator.onLine
  }

  const field = (name: string) => ({
    id: `${formId}-${name}`,
    name,
    defaultValue: values[name] ?? '',
    errors: problems[name] ? [problems[name]] : null,
  })
  return { problems, isBusy, field, props: { id: formId, ref: form, onInput, onBlur, onSubmit } }
}

function useProblems(serverProblems: Problems | undefined) {
  const [problems, setProblems] = useState<Problems>(serverProblems ?? {})
  const [lastAnswer, setLastAnswer] = useState(serverProblems)
  // Sets the problems while rendering. An effect would first render the answer with those of the previous post.
  if (serverProblems !== lastAnswer) {
    setLastAnswer(serverProblems)
    setProblems(serverProblems ?? {})
  }
  return [problems, setProblems] as const
}

function focusFirst(form: HTMLFormElement | null, problems: Problems): void {
  const controls = [...(form?.elements ?? [])] as Control[]
  controls.find(({ name }) => name in problems)?.focus()
}
