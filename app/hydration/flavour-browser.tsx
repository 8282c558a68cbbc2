import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { Icon } from '#app/kit/icon.tsx'
import type { IconName } from '#app/kit/icons.ts'
import { Link } from '#app/kit/link.tsx'
import { illustrationSize } from '#app/kit/picture/illustration-sizes.ts'
import { classNames, VisuallyHidden } from '#app/kit/text.tsx'
import { FLAVOURS, type Flavour, type FlavourPicture as Picture } from '#content/hydration/flavours.ts'

const PIPS = [1, 2, 3]

/** A grid of flavours, or a single flavour with pictures. Before hydration, CSS `:target` switches between them. */
export function FlavourBrowser() {
  const ready = useHydrated()
  const { hash } = useLocation()
  // The URL's fragment names the open flavour, so that Back, bookmarks and pages without JavaScript work.
  const open = (ready && FLAVOURS.find(({ id }) => `#${id}` === hash)) || null
  const section = useRef<HTMLElement>(null)
  useFocusOnOpen(section, ready, open?.id ?? null)
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

/** Moves the focus to the opened flavour, and back to its card, because the pressed link disappears. */
function useFocusOnOpen(section: RefObject<HTMLElement | null>, ready: boolean, open: string | null) {
  const previous = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    if (!ready) return
    const last = previous.current
    previous.current = open
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
        style={{ background: `var(${flavour.color})` }}
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

type FlavourPanelProps = { flavour: Flavour; isOpen: boolean; isHidden: boolean }

function FlavourPanel({ flavour, isOpen, isHidden }: FlavourPanelProps) {
  const { id, name, color } = flavour
  return (
    <article id={id} className="flavour-panel" hidden={isHidden} style={{ background: `var(${color})` }}>
      <div className="wrap py-8 lg:py-12">
        <Link to="#flavours" className="link inline-flex min-h-touch items-center gap-2">
          <Icon name="arrow-left" />
          Back to Flavors
        </Link>
        <div className="flavour-panel-row">
          <Gallery key={isOpen ? 'open' : 'closed'} flavour={flavour} />
          <div>
            <h3 tabIndex={-1} className="display text-5xl">
              {name}
            </h3>
            <p className="mt-4 text-xl">{flavour.description}</p>
            <p className="mt-4 max-w-read">{flavour.story}</p>
            <dl className="tasting">
              <dt>Tastes</dt>
              <dd>{flavour.taste}</dd>
              <dt>Tang</dt>
              <dd>
                <Pips count={flavour.tang} />
              </dd>
              <dt>Sweet</dt>
              <dd>
                <Pips count={flavour.sweet} />
              </dd>
            </dl>
            <ButtonLink to="#shop" look="paper" iconEnd="arrow-right" className="mt-8">
              {flavour.box === 'mixed-flavour' ? 'It comes in the flavoured box' : 'It has a box of its own'}
            </ButtonLink>
          </div>
        </div>
      </div>
    </article>
  )
}

/** Four pictures, shown one at a time. Without JavaScript all are shown at once. */
function Gallery({ flavour }: { flavour: Flavour }) {
  const [index, setIndex] = useState(0)
  const previous = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const last = flavour.gallery.length - 1

  const showPicture = (to: number) => {
    setIndex(to)
    // Moves the focus, because the pressed button is about to be disabled.
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
        <Step ref={previous} icon="arrow-left" disabled={index === 0} onClick={() => showPicture(index - 1)}>
          Previous picture
        </Step>
        <p className="numeric font-semibold" role="status">
          {index + 1} of {flavour.gallery.length}
        </p>
        <Step ref={next} icon="arrow-right" disabled={index === last} onClick={() => showPicture(index + 1)}>
          Next picture
        </Step>
      </div>
    </div>
  )
}

function Step({ icon, children, ...rest }: ComponentProps<'button'> & { icon: IconName }) {
  return (
    <button {...rest} type="button" className="gallery-step">
      <Icon name={icon} />
      <VisuallyHidden>{children}</VisuallyHidden>
    </button>
  )
}

/** Drawings on one flat colour. `alt` describes all of them; '' if text beside them does. */
function FlavourPicture({ picture, alt }: { picture: Picture; alt: string }) {
  const ariaProps = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt }
  return (
    <div {...ariaProps} className="flavour-picture" style={{ background: `var(${picture.ground})` }}>
      {picture.parts.map(({ src, left, bottom, width, turn }) => (
        <img
          key={src}
          {...illustrationSize(src)}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          style={{ left: `${left}%`, bottom: `${bottom}%`, width: `${width}%`, rotate: `${turn ?? 0}deg` }}
        />
      ))}
    </div>
  )
}

/** A level from 0 to 3, drawn as dots. Screen readers get '2 of 3'. */
export function Pips({ count }: { count: 0 | 1 | 2 | 3 }) {
  return (
    <span>
      <VisuallyHidden>{count} of 3</VisuallyHidden>
      <span className="pips" aria-hidden="true">
        {PIPS.map((step) => (
          <span key={step} className={classNames('pip', step <= count && 'pip-on')} />
        ))}
      </span>
    </span>
  )
}
