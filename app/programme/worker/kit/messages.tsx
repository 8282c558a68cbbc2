import { type ComponentProps, createContext, useContext } from 'react'
import { Icon } from '#app/kit/icon.tsx'
import type { IconName } from '#app/kit/icons.ts'
import { Link } from '#app/kit/link.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { CALENDAR_PICTURE } from '#app/programme/worker/kit/paths.ts'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'

type NoticeProps = { kind: 'problem' | 'done'; text: string; icon?: IconName; isAnswer?: boolean }

/**
 * A notice about an error or success, with an icon and a button that reads the text aloud. `isAnswer`: true for the
 * result of a form, which takes the focus (`useAnswerFocus`).
 */
export function Notice({ kind, text, icon, isAnswer }: NoticeProps) {
  const isProblem = kind === 'problem'
  return (
    <div
      className={isProblem ? 'worker-problem' : 'worker-done'}
      {...(isAnswer && { 'data-answer': '', tabIndex: -1 })}
    >
      <Icon name={icon ?? (isProblem ? 'circle-alert' : 'circle-check')} size="l" />
      <p role={isProblem ? 'alert' : 'status'}>{text}</p>
      <SayButton text={text} />
    </div>
  )
}

type NoteProps = {
  kind: 'worker-sample' | 'worker-offline'
  text: string
  isAlert?: boolean
  isAnswer?: boolean
}

export function Note({ kind, text, isAlert, isAnswer }: NoteProps) {
  return (
    <div className={kind} {...(isAnswer && { 'data-answer': '', tabIndex: -1 })}>
      <Icon name="info" />
      <p role={isAlert ? 'alert' : undefined}>{text}</p>
      <SayButton text={text} />
    </div>
  )
}

export function Nothing({ title, more = '' }: { title: string; more?: string }) {
  return (
    <div className="task-head nothing">
      <EmptyList picture={CALENDAR_PICTURE} title={title}>
        {more}
      </EmptyList>
      <SayButton text={[title, more]} />
    </div>
  )
}

type Sign = { icon: IconName; look?: 'alt' }

export function Go({ icon, look, children, ...button }: ComponentProps<'button'> & Sign) {
  return (
    <button type="submit" className={look ? 'go alt' : 'go'} {...button}>
      <Icon name={icon} />
      {children}
    </button>
  )
}

export function GoLink({ icon, look, children, ...link }: ComponentProps<typeof Link> & Sign) {
  return (
    <Link className={look ? 'go alt' : 'go'} {...link}>
      <Icon name={icon} />
      {children}
    </Link>
  )
}

/** `to`: the intent of the form, and the id of its row. */
type ShownAnswer = { to: string; ok: boolean; text: string }

export const AnswerContext = createContext<readonly ShownAnswer[]>([])

/** Shows the result of the form `to`, beside its button. */
export function Answer({ to }: { to: string }) {
  const answer = useContext(AnswerContext).find((each) => each.to === to)
  if (!answer) return null
  return <Notice kind={answer.ok ? 'done' : 'problem'} text={answer.text} isAnswer />
}
