import { useState } from 'react'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import type { StatCard } from '#content/hydration/impact.ts'
import { People, PeopleRow } from './people-row.tsx'

/**
 * A question that turns into its answer: on hover, and for touch and keyboard by a button over the whole card. Both
 * sides are always there for screen readers; without JavaScript they stand one under the other.
 */
export function FlipCard({ card, color }: { card: StatCard; color: string }) {
  const [isTurned, setTurned] = useState(false)
  return (
    <li className="flip" data-turned={isTurned || undefined}>
      <div className="flip-inner">
        <div className="flip-face flip-front" style={{ background: `var(--color-${color})` }}>
          <h3 className="display text-xl">{card.question}</h3>
          {card.percentage !== null && <People filled={0} />}
        </div>
        <div className="flip-face flip-back">
          <p className="display numeric flip-stat">{card.stat}</p>
          <p>{card.detail}</p>
          {card.percentage !== null && <PeopleRow percentage={card.percentage} />}
          <p className="text-sm text-ink-soft-on-deep">Source: {card.source}</p>
        </div>
      </div>
      <button
        type="button"
        className="flip-button needs-js"
        aria-pressed={isTurned}
        onClick={() => setTurned(!isTurned)}
      >
        <span className="flip-turn">
          Turn over
          <VisuallyHidden>: {card.question}</VisuallyHidden>
          <Icon name="refresh-cw" size="s" />
        </span>
      </button>
    </li>
  )
}
