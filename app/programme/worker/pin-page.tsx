import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { useBlockedCookies } from '#app/kit/browser/browser-state.ts'
import { deleteScreens } from '#app/kit/forget-screens.ts'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import { Icon } from '#app/kit/icon.tsx'
import type { IconName } from '#app/kit/icons.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { useAnswerFocus } from '#app/kit/work/answer-focus.ts'
import { OtherLanguages } from '#app/kit/work/language-buttons.tsx'
import { rememberPin } from '#app/programme/offline/kept-workers.ts'
import { useReader, useWords } from '#app/programme/words/words.ts'
import { Note, Notice } from '#app/programme/worker/kit/messages.tsx'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'
import { SecretInput } from '#app/programme/worker/kit/secret-input.tsx'
import type { PinFormProblem } from '#app/programme/worker/pin-form.ts'
import { pinProblem } from '#shop/programme/pin.ts'
import { isSample } from '#shop/programme/worker.ts'

type PinPageProps = {
  title: string
  lead: string
  picture: 'work-box' | 'work-help'
  /** The instruction, which is read aloud after title and lead. */
  spoken: string[]
  children: ReactNode
}

/** The frame of the pages for joining and for signing in with a PIN. They look like the worker's screens. */
export function PinPage({ title, lead, picture, spoken, children }: PinPageProps) {
  const { language, words } = useReader()
  const isBlocked = useBlockedCookies()
  useAnswerFocus(useLocation().key)
  return (
    <div className="worker">
      <title>{title}</title>
      <header className="worker-top">
        <div className="worker-who">
          <h1>{title}</h1>
        </div>
        <OtherLanguages
          language={language}
          label={words.language}
          className="pin-languages"
          linkClassName="worker-other"
        />
      </header>
      <main id="main" tabIndex={-1} className="worker-main pin-page">
        {isBlocked && <Note kind="worker-offline" text={words.pin.cookiesBlocked} isAlert />}
        {isSample(language) && <Note kind="worker-sample" text={words.sample} />}
        <div className="task-head">
          <img src={`/illustrations/${picture}.svg`} alt="" width="56" height="56" />
          <div>
            <p>{lead}</p>
          </div>
          <SayButton text={[title, lead, ...spoken]} />
        </div>
        {children}
      </main>
    </div>
  )
}

/** Handles the submit of a PIN form. Closes the screens of the previous person, and remembers the PIN for this page. */
export function handOver({ currentTarget }: FormEvent<HTMLFormElement>): void {
  rememberPin(String(new FormData(currentTarget).get('pinPassword')))
  void deleteScreens()
}

type AnswerProps = { answer: PinAnswer | undefined }

/** Icons for refusals of the whole form: a wrong number or PIN, an invalid card, or too many attempts. */
const SIGNS = { wrong: 'lock', card: phoneIcons.circleX, wait: 'clock' } as const
export type Sign = keyof typeof SIGNS

/** `sign`: the icon of the message, for workers who cannot read. */
type PinAnswer = FormAnswer<unknown> & { sign?: Sign }

export function FormMessage({ answer }: AnswerProps) {
  if (!answer || answer.ok || answer.message === null) return null
  const { message, sign } = answer
  return <Notice kind="problem" isAnswer text={message} {...(sign && { icon: SIGNS[sign] })} />
}

function useProblem({ answer }: AnswerProps, name: string): string | null {
  const { problems } = useWords().pin
  const problem = answer && !answer.ok ? answer.problems[name] : undefined
  return problem ? (problems[problem as PinFormProblem] ?? problem) : null
}

type FieldProps = AnswerProps & {
  name: string
  icons: IconName[]
  label: string
  hint?: string
  type: 'tel' | 'password'
  autoComplete: 'username' | 'current-password' | 'new-password'
  isNewPin?: boolean
}

/**
 * A field for digits, with the phone's number pad. After a problem, only a phone number is filled in again. `isNewPin`:
 * refuses an easy PIN as soon as it is typed.
 */
export function DigitsField({ answer, name, icons, label, hint, type, autoComplete, isNewPin }: FieldProps) {
  const id = useId()
  const { problems } = useWords().pin
  const [isEasy, setEasy] = useState(false)
  const answered = useProblem({ answer }, name)
  const problem = isEasy ? problems.too_easy : answered
  const notes = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ')
  const input = {
    id,
    name,
    inputMode: 'numeric',
    autoComplete,
    required: true,
    defaultValue: answer && !answer.ok ? answer.values[name] : undefined,
    'aria-describedby': notes || undefined,
    'aria-invalid': problem !== null || undefined,
  } as const
  return (
    <div className="worker-field">
      <div className="task-head">
        <label htmlFor={id} className="with-sign">
          <Signs icons={icons} />
          {label}
        </label>
        <SayButton text={hint ? [label, hint] : label} />
      </div>
      {problem && <FieldProblem id={`${id}-problem`} text={problem} />}
      {type === 'password' ? (
        <SecretInput
          {...input}
          maxLength={6}
          onChange={({ currentTarget: { value } }) =>
            isNewPin && setEasy(pinProblem(value, null) === 'too_easy')
          }
        />
      ) : (
        <input {...input} type={type} maxLength={20} />
      )}
      {hint && (
        <p id={`${id}-hint`} className="soft">
          {hint}
        </p>
      )}
    </div>
  )
}

export function DeviceChoice({ answer }: AnswerProps) {
  const { pin: words } = useWords()
  const chosen = answer && !answer.ok ? answer.values.device : undefined
  const { smartphone, users } = phoneIcons
  const options: ChoiceProps['options'] = [
    { value: 'own', label: words.own, hint: words.ownHint, icons: [smartphone, 'user'] },
    { value: 'shared', label: words.shared, hint: words.sharedHint, icons: [smartphone, users] },
  ]
  return <Choice {...{ answer, chosen, options }} name="device" legend={words.phoneOf} />
}

type ChoiceProps = AnswerProps & {
  name: string
  legend: string
  chosen?: string | undefined
  options: { value: string; label: string; hint?: string; icons: IconName[] }[]
}

export function Choice({ answer, name, legend, chosen, options }: ChoiceProps) {
  const id = useId()
  const problem = useProblem({ answer }, name)
  return (
    <fieldset className="pin-choice" aria-describedby={problem ? id : undefined}>
      <legend>{legend}</legend>
      {problem && <FieldProblem id={id} text={problem} />}
      {options.map(({ value, label, hint, icons }) => (
        <div key={value} className="task-head">
          <label className="worker-check">
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} required />
            <span>
              <span className="pin-signs">
                <Signs icons={icons} />
              </span>
              <b>{label}</b>
              {hint && <span className="soft">{hint}</span>}
            </span>
          </label>
          <SayButton text={hint ? [label, hint] : label} />
        </div>
      ))}
    </fieldset>
  )
}

function Signs({ icons }: { icons: IconName[] }) {
  return icons.map((icon) => <Icon key={icon} name={icon} size="l" />)
}

function FieldProblem({ id, text }: { id: string; text: string }) {
  return (
    <div className="worker-problem" data-answer tabIndex={-1}>
      <Icon name="circle-alert" size="l" />
      <p id={id} role="alert">
        {text}
      </p>
      <SayButton text={text} />
    </div>
  )
}
