import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Loads the page's data again when the server says that something happened to the order. True while the server can
 * say so. A page in the background does not listen; it looks again when it comes back.
 */
export function useLiveOrder(orderId: string): boolean {
  const [isLive, setLive] = useState(false)
  const { revalidate } = useRevalidator()
  const refresh = useRef(revalidate)
  refresh.current = revalidate

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
      if (wasHidden) void refresh.current()
      source = new EventSource(`/api/orders/${orderId}/events`)
      source.onopen = () => setLive(true)
      source.onerror = () => {
        setLive(false)
        // Refused for good, as after signing out elsewhere: loading again leads to where this visitor may be.
        if (source?.readyState === EventSource.CLOSED) void refresh.current()
      }
      source.addEventListener('order', () => void refresh.current())
    }
    start()
    document.addEventListener('visibilitychange', start)
    return () => {
      document.removeEventListener('visibilitychange', start)
      stop()
    }
  }, [orderId])
  return isLive
}
