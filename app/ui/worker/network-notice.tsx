import { useSyncExternalStore } from 'react'
import { useWords } from '#app/ui/worker/language.ts'

/** Says that there is no network, as long as there is none. */
export function NetworkNotice() {
  const isOnline = useSyncExternalStore(
    followNetwork,
    () => navigator.onLine,
    () => true,
  )
  const words = useWords()
  return (
    <div role="status">
      {!isOnline && (
        <p className="worker-offline">
          <img src="/illustrations/work-offline.svg" alt="" width="36" height="36" />
          <span>{words.offline}</span>
        </p>
      )}
    </div>
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
