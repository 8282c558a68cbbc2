import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'

const RETRY_MS = 4_000

/** A small file of the site: it answers whenever the pages do. */
async function isReachable(): Promise<boolean> {
  try {
    return (
      await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(8_000) })
    ).ok
  } catch {
    return false
  }
}

/** Reloads the page's data once the shop can be reached: a failed load would replace the page. */
export function useSteadyRefresh(): { refresh: () => void; isOffline: boolean } {
  const { revalidate } = useRevalidator()
  const [isOffline, setOffline] = useState(false)
  const load = useRef(revalidate)
  load.current = revalidate
  const isAsking = useRef(false)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const refresh = useCallback(() => {
    if (isAsking.current) return
    isAsking.current = true
    void isReachable().then((isThere) => {
      isAsking.current = false
      if (!isMounted.current) return
      setOffline(!isThere)
      if (isThere) void load.current()
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

/** Calls `refresh` on each event of the order. True while connected; a hidden page disconnects. */
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
        // A final refusal, for example after signing out elsewhere: loading again shows the page for this visitor.
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

/** Refreshes once after `msLeft` milliseconds of the server's clock; null: never. */
export function useRefreshAt(msLeft: number | null, refresh: () => void): void {
  useEffect(() => {
    if (msLeft === null) return
    // A little later, so that the server agrees that the time is over.
    const timer = setTimeout(refresh, msLeft + 1_000)
    return () => clearTimeout(timer)
  }, [msLeft, refresh])
}
