import { useEffect, useState } from 'react'

/**
 * Keeps the screen on while the component is there, where the browser can. The system drops the lock when the page is hidden, so it
 * is asked for again when the page comes back. Returns whether the screen is being kept on.
 */
export function useWakeLock(): boolean {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    const lock = keepAwake(setIsHeld)
    document.addEventListener('visibilitychange', lock.ask)
    void lock.ask()
    return () => {
      document.removeEventListener('visibilitychange', lock.ask)
      void lock.release()
    }
  }, [])
  return isHeld
}

function keepAwake(onChange: (isHeld: boolean) => void) {
  let sentinel: WakeLockSentinel | null = null
  let isOver = false
  const release = async () => {
    isOver = true
    await sentinel?.release()
  }
  const ask = async () => {
    if (isOver || document.visibilityState !== 'visible' || sentinel?.released === false) return
    // A low battery or a setting may refuse; then the screen goes dark as it always does.
    const granted = await navigator.wakeLock.request('screen').catch(() => null)
    if (!granted) return
    sentinel = granted
    granted.addEventListener('release', () => onChange(false))
    onChange(true)
    if (isOver) await granted.release()
  }
  return { ask, release }
}
