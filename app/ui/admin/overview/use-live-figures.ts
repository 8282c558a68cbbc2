import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const EVERY_MS = 15_000

/** Asks for the page's figures again every so often, as long as somebody can see them. */
export function useLiveFigures(): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (state !== 'idle') return
    const again = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    const timer = setInterval(again, EVERY_MS)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [revalidate, state])
}
