import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import type { ContactAnswer, ContactProblems } from '#app/contact/contact-answer.ts'
import { CONTACT_FIELDS, CONTACT_PROBLEMS, type ContactField } from '#shop/messages/message.ts'

/**
 * What is wrong with the form: checked when a field is left and before sending, with what the server said on top. Focus
 * goes to the first field in trouble, or, once the message is sent, to the good news.
 */
export function useContactForm(answer: ContactAnswer | undefined) {
  const [problems, setProblems] = useState<ContactProblems>(() => problemsOf(answer))
  const form = useRef<HTMLFormElement>(null)
  const news = useRef<HTMLDivElement>(null)
  const isBusy = useNavigation().formData?.has('message') ?? false

  useEffect(() => {
    if (!answer) return
    setProblems(problemsOf(answer))
    if (answer.ok || answer.notice) news.current?.focus()
    else focusFirst(form.current, answer.problems)
  }, [answer])

  const judge = (control: Control, tells: (problem: string | undefined) => boolean) => {
    const field = CONTACT_FIELDS.find((name) => name === control.name)
    if (!field) return
    const problem = problemOf(control, field)
    if (tells(problem)) setProblems((all) => ({ ...all, [field]: problem }))
  }
  // A line that comes or goes while the button is pressed would move the button away from under the finger: so what is
  // put right vanishes while typing, and who leaves a field for the button is told by the button.
  const onInput = (event: FormEvent<HTMLFormElement>) =>
    judge(event.target as Control, (problem) => problem === undefined)
  const onBlur = ({ target, relatedTarget }: FocusEvent<HTMLFormElement>) => {
    const toButton = relatedTarget instanceof HTMLButtonElement
    // Whoever only passes through an empty field has not made a mistake yet.
    judge(
      target as unknown as Control,
      (problem) => problem !== undefined && target.value !== '' && !toButton,
    )
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const found = check(event.currentTarget)
    setProblems(found)
    if (Object.keys(found).length === 0 && !isBusy) return
    event.preventDefault()
    focusFirst(event.currentTarget, found)
  }
  return { problems, isBusy, form, news, on: { onInput, onBlur, onSubmit } }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function problemsOf(answer: ContactAnswer | undefined): ContactProblems {
  return answer && !answer.ok ? answer.problems : {}
}

function controlOf(form: HTMLFormElement, field: ContactField): Control {
  return form.elements.namedItem(field) as Control
}

function problemOf(control: Control, field: ContactField): string | undefined {
  const isGood = control.validity.valid && control.value.trim() !== ''
  return isGood ? undefined : CONTACT_PROBLEMS[field]
}

function check(form: HTMLFormElement): ContactProblems {
  const found: ContactProblems = {}
  for (const field of CONTACT_FIELDS) {
    const problem = problemOf(controlOf(form, field), field)
    if (problem) found[field] = problem
  }
  return found
}

function focusFirst(form: HTMLFormElement | null, problems: ContactProblems): void {
  const field = CONTACT_FIELDS.find((name) => problems[name])
  if (form && field) controlOf(form, field).focus()
}
