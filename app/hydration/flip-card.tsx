import { useState } from 'react'
import { Icon } from '#app/kit/icon.tsx'
import { classNames, VisuallyHidden } from '#app/kit/text.tsx'
import type { StatCard } from '#content/hydration/impact.ts'

const PEOPLE_IN_ROW = 5

const PLACES = Array.from({ length: PEOPLE_IN_ROW }, (_, place) => place + 1)

/** A question that turns into its answer on hover, or by a button. Screen readers always read both. */
export function FlipCard({ card, color }: { card: StatCard; color: string }) {
  const [isTurned, setTurned] = useState(false)
  const filled = filledPeople(card.percentage ?? 0)
  return (
    <li className="flip" data-turned={isTurned || undefined}>
      <div className="flip-inner">
        <div className="flip-face flip-front" style={{ background: `var(${color})` }}>
          <h3 className="display text-xl">{card.question}</h3>
          {card.percentage !== null && <People filled={0} />}
        </div>
        <div className="flip-face flip-back">
          <p className="display numeric flip-stat">{card.stat}</p>
          <p>{card.detail}</p>
          {card.percentage !== null && (
            <p>
              <VisuallyHidden>
                Drawn as {filled} of {PEOPLE_IN_ROW} people, for {card.percentage}%
              </VisuallyHidden>
              <People filled={filled} />
            </p>
          )}
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

function People({ filled }: { filled: number }) {
  return (
    <span className="people" aria-hidden="true">
      {PLACES.map((place) => (
        <svg
          key={place}
          viewBox="0 0 24 44"
          aria-hidden="true"
          className={classNames('person', place <= filled && 'person-on')}
        >
          <path d="M12 2a6 6 0 1 1 0 12a6 6 0 0 1 0-12ZM3 42V26a9 9 0 0 1 18 0v16Z" />
        </svg>
      ))}
    </span>
  )
}

/** Returns how many of five people are filled for a percentage, rounded half up, from 0 to 5. */
export function filledPeople(percentage: number): number {
  if (!Number.isFinite(percentage)) return 0
  return Math.min(PEOPLE_IN_ROW, Math.max(0, Math.round((percentage / 100) * PEOPLE_IN_ROW)))
}
