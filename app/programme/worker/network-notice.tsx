import { type Phone, useIsOnline, usePhone } from '#app/programme/offline/use-phone.ts'
import { useWords, type Words } from '#app/programme/words/words.ts'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'

/** Shown without a network, or while sending is stuck. Lists what is unsent. */
export function NetworkNotice() {
  const isOnline = useIsOnline()
  const words = useWords()
  const phone = usePhone()
  const unsent = countUnsent(phone)
  const hasUnsent = unsent.starts + unsent.photos > 0 || unsent.counted !== null
  const isLocked = phone.locked > 0
  const isShown = !isOnline || isLocked || (phone.isStuck && hasUnsent)
  const unsentText = [hasUnsent && unsentLine(words, unsent), isLocked && words.screens.unsent]
    .filter(Boolean)
    .join(' ')
  return (
    <>
      <div className={isShown ? 'worker-offline' : undefined}>
        {isShown && <CrossedOutCloud />}
        <p role="status">
          {isShown && !isOnline && <span>{words.screens.offline}</span>}
          {isShown && unsentText && <b>{unsentText}</b>}
        </p>
        {isShown && <SayButton text={[isOnline ? '' : words.screens.offline, unsentText]} />}
      </div>
      {phone.problem && !isOnline && (
        <p className="worker-offline">{words.screens.notSaved[phone.problem]}</p>
      )}
    </>
  )
}

function countUnsent({ starts, steps, photos }: Phone): Unsent {
  const isUnsent = ({ refused }: { refused: unknown }) => !refused
  const [counts, pictures] = [steps.filter(isUnsent), photos.filter(isUnsent)]
  return {
    starts: starts.filter(isUnsent).length,
    counted: counts.length > 0 ? counts.reduce((sum, { step }) => sum + step, 0) : null,
    photos: pictures.length,
    bytes: pictures.reduce((sum, { bytes }) => sum + bytes.size, 0),
  }
}

/** Drawn inline, because nothing can be fetched without a network. */
function CrossedOutCloud() {
  return (
    <svg aria-hidden="true" viewBox="0 0 96 96" width="36" height="36">
      <path
        d="M26 66C12 66 8 48 22 44C22 28 44 22 52 36C66 30 80 42 74 54C84 58 80 70 70 70H26Z"
        fill="#e7d3b1"
      />
      <path d="M52 36C66 30 80 42 74 54C84 58 80 70 70 70H44C66 66 66 44 52 36Z" fill="#aa9576" />
      <path d="M18 18L80 84" fill="none" stroke="#d5442c" strokeWidth="8" strokeLinecap="round" />
    </svg>
  )
}

/** Formats a change of a count: '+11', '−1'. */
export function formatStep(count: number): string {
  return count > 0 ? `+${count}` : String(count).replace('-', '−')
}

/** Unsent work on this phone. `counted`: the sum of the count steps, or null if there are none. */
type Unsent = { starts: number; counted: number | null; photos: number; bytes: number }

/** Returns 'Still to be sent: started 1 · count +11 · photos 1 (240 KB)'. */
export function unsentLine(words: Words, { starts, counted, photos, bytes }: Unsent): string {
  const { unsentParts, stillToSend } = words.screens
  const parts = [
    ...(starts > 0 ? [unsentParts.starts({ count: starts })] : []),
    ...(counted === null ? [] : [unsentParts.steps({ steps: formatStep(counted) })]),
    ...(photos > 0 ? [unsentParts.photos({ count: photos, size: Math.ceil(bytes / 1024) })] : []),
  ]
  return stillToSend({ what: parts.join(' · ') })
}
