import { type ReactNode, useId } from 'react'
import { useLocation } from 'react-router'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import type { PinFormProblem, SignInWords } from '#app/worker/sign-in-words.ts'
import { isSample, LANGUAGES, type Language, languageName } from '#shop/programme/worker.ts'

type PinPageProps = {
  language: Language
  words: SignInWords
  title: string
  lead: string
  children: ReactNode
}

/** The frame of the pages for joining and signing in by PIN, in the look of the worker's screens. */
export function PinPage({ language, words, title, lead, children }: PinPageProps) {
  const { pathname, search } = useLocation()
  const inLanguage = (other: Language) => {
    const params = new URLSearchParams(search)
    params.set('language', other)
    return `${pathname}?${params}`
  }
  return (
    <div className="worker">
      <title>{title}</title>
      <header className="worker-top">
        <div className="worker-who">
          <h1>{title}</h1>
        </div>
        <nav aria-label={words.language} className="pin-languages">
          {LANGUAGES.filter((other) => other !== language).map((other) => (
            <Link key={other} to={inLanguage(other)} lang={other} className="worker-other">
              {languageName(other)}
            </Link>
          ))}
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="worker-main pin-page">
        {isSample(language) && <p className="worker-sample">{words.sample}</p>}
        <p>{lead}</p>
        {children}
      </main>
    </div>
  )
}

type AnswerProps = { words: SignInWords; answer: FormAnswer<unknown> | undefined }

/** What is wrong with the whole form. */
export function FormMessage({ answer }: Pick<AnswerProps, 'answer'>) {
  if (!answer || answer.ok || answer.message === null) return null
  return (
    <p role="alert" className="worker-problem">
      {answer.message}
    </p>
  )
}

/** The problem of a field in words; null for none. */
function problemIn({ words, answer }: AnswerProps, name: string): string | null {
  const problem = answer && !answer.ok ? answer.problems[name] : undefined
  return problem ? (words.problems[problem as PinFormProblem] ?? problem) : null
}

type FieldProps = AnswerProps & {
  name: string
  label: string
  hint?: string
  type: 'tel' | 'password'
  autoComplete: 'username' | 'current-password' | 'new-password'
}

/** Digits, typed on the phone's number pad. Only a phone number comes back after a problem. */
export function DigitsField({ words, answer, name, label, hint, type, autoComplete }: FieldProps) {
  const id = useId()
  const problem = problemIn({ words, answer }, name)
  const notes = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ')
  return (
    <div className="worker-field">
      <label htmlFor={id}>{label}</label>
      {problem && <FieldProblem id={`${id}-problem`} text={problem} />}
      <input
        id={id}
        name={name}
        type={type}
        inputMode="numeric"
        autoComplete={autoComplete}
        required
        maxLength={type === 'password' ? 6 : 20}
        defaultValue={answer && !answer.ok ? answer.values[name] : undefined}
        aria-describedby={notes || undefined}
        aria-invalid={problem !== null || undefined}
      />
      {hint && (
        <p id={`${id}-hint`} className="soft">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Her own phone, or one that others use too. */
export function DeviceChoice({ words, answer }: AnswerProps) {
  const chosen = answer && !answer.ok ? answer.values.device : undefined
  const options = [
    { value: 'own', label: words.own, hint: words.ownHint },
    { value: 'shared', label: words.shared, hint: words.sharedHint },
  ]
  return <Choice {...{ words, answer, chosen, options }} name="device" legend={words.phoneOf} />
}

type ChoiceProps = AnswerProps & {
  name: string
  legend: string
  chosen?: string | undefined
  options: { value: string; label: string; hint?: string }[]
}

/** One of a few answers, each a large row. */
export function Choice({ words, answer, name, legend, chosen, options }: ChoiceProps) {
  const id = useId()
  const problem = problemIn({ words, answer }, name)
  return (
    <fieldset className="pin-choice" aria-describedby={problem ? id : undefined}>
      <legend>{legend}</legend>
      {problem && <FieldProblem id={id} text={problem} />}
      {options.map(({ value, label, hint }) => (
        <label key={value} className="worker-check">
          <input type="radio" name={name} value={value} defaultChecked={value === chosen} required />
          <span>
            <b>{label}</b>
            {hint && <span className="soft">{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function FieldProblem({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} className="worker-problem">
      {text}
    </p>
  )
}
