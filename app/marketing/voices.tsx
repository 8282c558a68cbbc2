import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '#app/kit/button.tsx'
import { tabAfterKey } from '#app/kit/tabs.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { Voice } from '#app/marketing/story-parts.tsx'
import { HOME_VOICES, VOICES_NOTE } from '#content/testimonials.ts'

/** A swipe has ended after this many milliseconds without movement. */
const SETTLE_MS = 100

/** Four voices in a row that snaps. Swipes, arrow keys, buttons and dots move it. Without JavaScript it scrolls. */
export function Voices({ title }: { title: string }) {
  const count = HOME_VOICES.length
  const { index, go, track } = useCarousel(count)
  return (
    <section className="py-section voices" aria-labelledby="voices">
      <div className="wrap voices-head">
        <div>
          <h2 id="voices" className="display text-3xl">
            {title}
          </h2>
          <p className="voices-note">{VOICES_NOTE}</p>
        </div>
        <div className="voices-controls needs-js">
          <p aria-live="polite" className="numeric">
            {index + 1} of {count}
          </p>
          <IconButton type="button" icon="arrow-left" label="Previous" onClick={() => go(index - 1)} />
          <IconButton type="button" icon="arrow-right" label="Next" onClick={() => go(index + 1)} />
        </div>
      </div>
      {/* biome-ignore-start lint/a11y: the scrollable row must be reachable by keyboard, and a fieldset is for fields */}
      <div
        {...track}
        data-control=""
        className="voices-track"
        role="group"
        aria-labelledby="voices"
        tabIndex={0}
      >
        {HOME_VOICES.map((voice) => (
          <Voice key={voice.id} voice={voice} />
        ))}
      </div>
      {/* biome-ignore-end lint/a11y: as above */}
      <Dots index={index} go={go} />
    </section>
  )
}

function Dots({ index, go }: { index: number; go: (to: number) => void }) {
  return (
    <ol className="wrap voices-dots needs-js">
      {HOME_VOICES.map((voice, at) => (
        <li key={voice.id}>
          <button type="button" aria-current={at === index ? 'true' : undefined} onClick={() => go(at)}>
            <VisuallyHidden>
              Voice {at + 1}: {voice.name}
            </VisuallyHidden>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Tracks the current slide of a snapping row. Buttons and arrow keys move the row; it never moves by itself. */
function useCarousel(count: number) {
  const track = useRef<HTMLDivElement>(null)
  const settleTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The slide chosen by a button or key, until the row arrives there or a swipe moves it elsewhere.
  const target = useRef<number | null>(null)
  const [index, setIndex] = useState(0)
  // The row may have been moved before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    setIndex(nearestSlide(track.current?.scrollLeft ?? 0, starts()))
    return () => clearTimeout(settleTimer.current)
  }, [])

  const starts = () => {
    const slides = [...(track.current?.children ?? [])] as HTMLElement[]
    const end = (track.current?.scrollWidth ?? 0) - (track.current?.clientWidth ?? 0)
    return slides.map((slide) => Math.min(slide.offsetLeft - (slides[0]?.offsetLeft ?? 0), end))
  }
  const go = (to: number) => {
    const next = wrapIndex(to, count)
    const left = starts()[next]
    clearTimeout(settleTimer.current)
    setIndex(next)
    target.current = hasArrived(track.current?.scrollLeft ?? 0, left) ? null : next
    track.current?.scrollTo({ left })
  }
  const clear = () => {
    target.current = null
  }
  const onScroll = () => {
    const position = track.current?.scrollLeft ?? 0
    // On its way the row passes other slides, and on a slow phone it may pause there.
    if (target.current !== null) {
      if (hasArrived(position, starts()[target.current])) clear()
      return
    }
    clearTimeout(settleTimer.current)
    settleTimer.current = setTimeout(() => setIndex(nearestSlide(position, starts())), SETTLE_MS)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabAfterKey(event.key, index, count, 'horizontal')
    if (next === null) return
    event.preventDefault()
    go(next)
  }
  return { index, go, track: { ref: track, onScroll, onKeyDown, onPointerDown: clear, onWheel: clear } }
}

/** Wraps an index into 0 … count - 1: after the last comes the first. */
export function wrapIndex(index: number, count: number): number {
  return ((index % count) + count) % count
}

/** Returns the index of the slide that starts nearest to the scroll position, both in pixels; 0 without slides. */
export function nearestSlide(position: number, starts: readonly number[]): number {
  const distances = starts.map((start) => Math.abs(start - position))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}

/** True if a row has arrived at `start`. Snapping may stop it a fraction of a pixel away. Positions are in pixels. */
export function hasArrived(position: number, start: number | undefined): boolean {
  return start === undefined || Math.abs(position - start) < 2
}
