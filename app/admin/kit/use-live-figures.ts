import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

export const LIVE_MS = 15_000
export const WHILE_COUNTING_MS = 1_000

/** Loads the page's figures again at this interval while the page is visible; null: only on request. */
export function useLiveFigures(everyMs: number | null): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (state !== 'idle' || everyMs === null) return
    const again = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    const timer = setInterval(again, everyMs)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [revalidate, state, everyMs])
}
