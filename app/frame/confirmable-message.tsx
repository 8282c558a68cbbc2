import { FACTOR_PATH } from '#app/kit/factor-paths.ts'
import { CONFIRM_FIRST } from '#shop/kernel/strength.ts'

/** A message; one that asks to confirm first has a link to that page, in another tab, so that the form stays as typed. */
export function ConfirmableMessage({ message }: { message: string | undefined }) {
  if (message !== CONFIRM_FIRST) return message
  return (
    <>
      {message}{' '}
      <a href={FACTOR_PATH} target="_blank" rel="noopener" className="link">
        Confirm it is you
      </a>
    </>
  )
}
