import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'
import { illustrationSize } from '#app/kit/illustration-sizes.ts'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import { FLAVOURS, type Flavour } from '#content/hydration/flavours.ts'
import { FlavourPanel } from './flavour-panel.tsx'
import { useOpenFlavour } from './use-open-flavour.ts'

/** Grid of flavours, or one of them with its pictures. Before JavaScript the browser's `:target` does the same. */
export function FlavourBrowser() {
  const { ready, open } = useOpenFlavour()
  const section = useRef<HTMLElement>(null)
  useFocusThatFollows(section, ready, open?.id ?? null)
  return (
    <section
      ref={section}
      id="flavours"
      className="flavours"
      data-ready={ready || undefined}
      aria-labelledby="flavours-title"
    >
      <h2 id="flavours-title" className="sr-only">
        Four flavours
      </h2>
      <ul className="flavour-grid" hidden={open !== null}>
        {FLAVOURS.map((flavour) => (
          <FlavourCard key={flavour.id} flavour={flavour} />
        ))}
      </ul>
      {FLAVOURS.map((flavour) => (
        <FlavourPanel
          key={flavour.id}
          flavour={flavour}
          isOpen={flavour === open}
          isHidden={ready && flavour !== open}
        />
      ))}
    </section>
  )
}

/** The focus goes to the flavour that opened, and back to its card: the pressed link is gone in between. */
function useFocusThatFollows(
  section: React.RefObject<HTMLElement | null>,
  ready: boolean,
  open: string | null,
) {
  const before = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    if (!ready) return
    const last = before.current
    before.current = open
    if (last === undefined || last === open) return
    const selector = open ? `#${open} h3` : `[data-flavour="${last}"]`
    section.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
  }, [section, ready, open])
}

function FlavourCard({ flavour }: { flavour: Flavour }) {
  return (
    <li>
      <Link
        to={`#${flavour.id}`}
        data-flavour={flavour.id}
        className="flavour-card"
        style={{ background: `var(--color-${flavour.color})` }}
      >
        <h3 className="display flavour-name">{flavour.name}</h3>
        <p className="flavour-line">{flavour.description}</p>
        <img
          {...illustrationSize(flavour.image)}
          src={flavour.image}
          alt=""
          loading="lazy"
          decoding="async"
        />
        <span className="flavour-more">
          See it closer
          <VisuallyHidden>: {flavour.name}</VisuallyHidden>
          <Icon name="arrow-right" />
        </span>
      </Link>
    </li>
  )
}
