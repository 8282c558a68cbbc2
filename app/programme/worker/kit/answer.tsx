import { createContext, useContext } from 'react'
import { Notice } from '#app/programme/worker/kit/messages.tsx'

/** `to`: the intent of the form, and the id of its row. */
type ShownAnswer = { to: string; ok: boolean; text: string }

export const AnswerContext = createContext<readonly ShownAnswer[]>([])

/** Shows the result of the form `to`, beside its button. */
export function Answer({ to }: { to: string }) {
  const answer = useContext(AnswerContext).find((each) => each.to === to)
  if (!answer) return null
  return <Notice kind={answer.ok ? 'done' : 'problem'} text={answer.text} isAnswer />
}
