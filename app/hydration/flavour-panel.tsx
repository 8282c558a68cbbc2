import { Link } from 'react-router'
import { ButtonLink } from '#app/kit/button-link.tsx'
import { Icon } from '#app/kit/icon.tsx'
import type { Flavour } from '#content/hydration/flavours.ts'
import { Gallery } from './gallery.tsx'
import { Pips } from './pips.tsx'

type FlavourPanelProps = { flavour: Flavour; isOpen: boolean; isHidden: boolean }

/** One flavour with its pictures. The gallery begins anew each time the flavour is opened. */
export function FlavourPanel({ flavour, isOpen, isHidden }: FlavourPanelProps) {
  const { id, name, color } = flavour
  return (
    <article
      id={id}
      className="flavour-panel"
      hidden={isHidden}
      style={{ background: `var(--color-${color})` }}
    >
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
            <Tasting flavour={flavour} />
            <ButtonLink to="#shop" look="paper" iconEnd="arrow-right" className="mt-8">
              {flavour.box === 'mixed-flavour' ? 'It comes in the flavoured box' : 'It has a box of its own'}
            </ButtonLink>
          </div>
        </div>
      </div>
    </article>
  )
}

function Tasting({ flavour }: { flavour: Flavour }) {
  return (
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
  )
}
