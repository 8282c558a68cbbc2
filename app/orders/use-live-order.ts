import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'

const RETRY_MS = 4_000

/** True if the shop can be reached. Requests a small static file, which the shop serves whenever it serves pages. */
async function isReachable(): Promise<boolean> {
  try {
    return (
      await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(8_000) })
    ).ok
  } catch {
    return false
  }
}

/**
 * Returns a function that reloads the page's data once the shop can be reached. A failed load would replace the page
 * with an error.
 */
export function useSteadyRefresh(): { refresh: () => void; isOffline: boolean } {
  const { revalidate } = useRevalidator()
  const [isOffline, setOffline] = useState(false)
  const load = useRef(revalidate)
  load.current = revalidate
  const isChecking = useRef(false)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const refresh = useCallback(() => {
    if (isChecking.current) return
    isChecking.current = true
    void isReachable().then((isOnline) => {
      isChecking.current = false
      if (!isMounted.current) return
      setOffline(!isOnline)
      if (isOnline) void load.current()
    })
  }, [])
  useEffect(() => {
    if (!isOffline) return
    const timer = setInterval(refresh, RETRY_MS)
    window.addEventListener('online', refresh)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', refresh)
    }
  }, [isOffline, refresh])
  return { refresh, isOffline }
}

/** Calls `refresh` on each event of the order. Returns true while connected. A hidden page disconnects. */
export function useLiveOrder(orderId: string, refresh: () => void): boolean {
  const [isLive, setLive] = useState(false)

  useEffect(() => {
    let source: EventSource | null = null
    let wasHidden = false
    const stop = () => {
      source?.close()
      source = null
      setLive(false)
    }
    const start = () => {
      if (document.hidden) {
        wasHidden = true
        return stop()
      }
      if (source) return
      if (wasHidden) refresh()
      source = new EventSource(`/api/orders/${orderId}/events`)
      source.onopen = () => setLive(true)
      source.onerror = () => {
        setLive(false)
        // The stream was refused, for example after a sign-out in another tab. Reloading shows what this
        // visitor may see.
        if (source?.readyState === EventSource.CLOSED) refresh()
      }
      source.addEventListener('order', refresh)
    }
    start()
    document.addEventListener('visibilitychange', start)
    return () => {
      document.removeEventListener('visibilitychange', start)
      stop()
    }
  }, [orderId, refresh])
  return isLive
}

/** Refreshes once, `msLeft` milliseconds from now; null: never. */
export function useRefreshAt(msLeft: number | null, refresh: () => void): void {
  useEffect(() => {
    if (msLeft === null) return
    // Waits a second longer, so that the time has also passed on the server.
    const timer = setTimeout(refresh, msLeft + 1_000)
    return () => clearTimeout(timer)
  }, [msLeft, refresh])
}
