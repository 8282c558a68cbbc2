import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { tabAfterKey } from '#app/kit/tab-order.ts'
import { hasArrived, nearestSlide, wrapped } from '#app/marketing/carousel.ts'

/** A swipe has come to rest when it has not moved for this long. */
const REST_MS = 100

/** A row that scrolls and snaps; this counts where it stands and moves it by buttons and arrow keys. It never moves by itself. */
export function useCarousel(count: number) {
  const track = useRef<HTMLDivElement>(null)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Where a button or a key has sent the row, until it is there or a hand takes it elsewhere.
  const aim = useRef<number | null>(null)
  const [index, setIndex] = useState(0)
  useEffect(() => () => clearTimeout(rest.current), [])

  const starts = () => {
    const slides = [...(track.current?.children ?? [])] as HTMLElement[]
    const end = (track.current?.scrollWidth ?? 0) - (track.current?.clientWidth ?? 0)
    return slides.map((slide) => Math.min(slide.offsetLeft - (slides[0]?.offsetLeft ?? 0), end))
  }
  const go = (to: number) => {
    const next = wrapped(to, count)
    const left = starts()[next]
    clearTimeout(rest.current)
    setIndex(next)
    aim.current = hasArrived(track.current?.scrollLeft ?? 0, left) ? null : next
    track.current?.scrollTo({ left })
  }
  const letGo = () => {
    aim.current = null
  }
  const onScroll = () => {
    const position = track.current?.scrollLeft ?? 0
    // On its way it passes other slides, and a slow phone may pause there.
    if (aim.current !== null) {
      if (hasArrived(position, starts()[aim.current])) letGo()
      return
    }
    clearTimeout(rest.current)
    rest.current = setTimeout(() => setIndex(nearestSlide(position, starts())), REST_MS)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabAfterKey(event.key, index, count, 'horizontal')
    if (next === null) return
    event.preventDefault()
    go(next)
  }
  return { index, go, track: { ref: track, onScroll, onKeyDown, onPointerDown: letGo, onWheel: letGo } }
}
