import { useRef, useState } from 'react'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import type { Flavour } from '#content/hydration/flavours.ts'
import { FlavourPicture } from './flavour-picture.tsx'

/** Four pictures, one at a time from the first; all of them at once where there is no JavaScript. */
export function Gallery({ flavour }: { flavour: Flavour }) {
  const [index, setIndex] = useState(0)
  const previous = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const last = flavour.gallery.length - 1

  const go = (to: number) => {
    setIndex(to)
    // The button under the finger is about to be disabled and would drop the focus.
    if (to === 0) next.current?.focus()
    if (to === last) previous.current?.focus()
  }

  return (
    <div className="gallery">
      <ul className="gallery-pictures">
        {flavour.gallery.map((picture, position) => (
          <li key={picture.caption} data-shown={position === index || undefined}>
            <FlavourPicture picture={picture} alt={picture.alt} />
            <p className="mt-3 text-sm text-ink-soft">{picture.caption}</p>
          </li>
        ))}
      </ul>
      <div className="gallery-steps needs-js">
        <button
          ref={previous}
          type="button"
          className="gallery-step"
          disabled={index === 0}
          onClick={() => go(index - 1)}
        >
          <Icon name="arrow-left" />
          <VisuallyHidden>Previous picture</VisuallyHidden>
        </button>
        <p className="numeric font-semibold" role="status">
          {index + 1} of {flavour.gallery.length}
        </p>
        <button
          ref={next}
          type="button"
          className="gallery-step"
          disabled={index === last}
          onClick={() => go(index + 1)}
        >
          <Icon name="arrow-right" />
          <VisuallyHidden>Next picture</VisuallyHidden>
        </button>
      </div>
    </div>
  )
}
