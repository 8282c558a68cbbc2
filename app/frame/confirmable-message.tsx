import { FACTOR_PATH } from '#app/kit/paths.ts'
import { CONFIRM_FIRST } from '#shop/kernel/strength.ts'

const ENGLISH = { stale: CONFIRM_FIRST, link: 'Confirm it is you' }

type ConfirmableMessageProps = { message: string | undefined; words?: typeof ENGLISH }

/** A message. If the person must confirm who they are, it links to that page in a new tab, so that the form stays. */
export function ConfirmableMessage({ message, words = ENGLISH }: ConfirmableMessageProps) {
  if (message !== words.stale) return message
  return (
    <>
      {message}{' '}
      <a href={FACTOR_PATH} target="_blank" rel="noopener" className="link">
        {words.link}
      </a>
    </>
  )
}
