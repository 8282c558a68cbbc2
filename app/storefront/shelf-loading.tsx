import { useEffect, useState } from 'react'
import { Skeleton } from '#app/kit/status.tsx'

/** Placeholders in the shape of tiles, as many as will be loaded. */
export function ShelfLoading({ count }: { count: number }) {
  const places = Array.from({ length: count }, (_, index) => index)
  return (
    <div className="shelf-group">
      <p role="status" className="mb-5 text-ink-soft">
        Loading products...
      </p>
      <div className="shelf-grid" aria-hidden="true">
        {places.map((place) => (
          <div key={place} className="grid content-start gap-3">
            <Skeleton className="aspect-[4/4.6]" />
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-4 w-11/12" />
            <Skeleton className="h-11" />
          </div>
        ))}
      </div>
    </div>
  )
}

const PATIENCE_MS = 150

/** True once `waiting` has lasted long enough to be worth showing: a quick answer then does not flicker. */
export function useLasting(waiting: boolean): boolean {
  const [lasted, setLasted] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLasted(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [waiting])
  return waiting && lasted
}
