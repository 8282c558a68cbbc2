import { useSyncExternalStore } from 'react'
import { useWords } from '#app/worker/language.ts'
import { type Phone, usePhone } from '#app/worker/use-phone.ts'
import type { Unsent } from '#app/worker/words.ts'

/** Says that there is no network, as long as there is none, and how much waits for one. */
export function NetworkNotice() {
  const isOnline = useSyncExternalStore(
    followNetwork,
    () => navigator.onLine,
    () => true,
  )
  const words = useWords()
  const phone = usePhone()
  const waiting = unsentOn(phone)
  const isWaiting = waiting.starts + waiting.photos > 0 || waiting.counted !== null
  const isShown = !isOnline || (phone.isStuck && isWaiting)
  return (
    <div role="status">
      {isShown && (
        <p className="worker-offline">
          <CutCloud />
          <span>
            {!isOnline && <span>{words.offline}</span>}
            {isWaiting && <b>{words.waits(waiting)}</b>}
          </span>
        </p>
      )}
      {phone.isBroken && <p className="worker-offline">{words.notSaved}</p>}
    </div>
  )
}

function unsentOn({ starts, steps, photos }: Phone): Unsent {
  const waits = ({ refused }: { refused: unknown }) => !refused
  const [counts, pictures] = [steps.filter(waits), photos.filter(waits)]
  return {
    starts: starts.filter(waits).length,
    counted: counts.length > 0 ? counts.reduce((sum, { step }) => sum + step, 0) : null,
    photos: pictures.length,
    bytes: pictures.reduce((sum, { bytes }) => sum + bytes.size, 0),
  }
}

/** Drawn here, not fetched: when it is needed, nothing can be. */
function CutCloud() {
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

function followNetwork(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}
