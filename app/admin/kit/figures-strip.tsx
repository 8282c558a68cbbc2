import type { ReactNode } from 'react'
import { Definition } from './definition.tsx'

export type Figure = {
  label: string
  value: ReactNode
  /** The comparison with the period before, in words. */
  note?: ReactNode
  /** Whether the note is good or bad news; colour only repeats the words. */
  tone?: 'up' | 'down'
  /** How the figure is counted, on hover and focus. */
  definition?: string
  /** A small drawing beside the figure, decorative. */
  drawing?: ReactNode
}

/** Figures in one ruled strip: four across on a desk, two on a phone. */
export function FiguresStrip({ figures }: { figures: Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ label, value, note, tone, definition, drawing }) => (
        <div key={label}>
          <dt>
            <span>{label}</span> {definition && <Definition term={label}>{definition}</Definition>}
          </dt>
          <dd className="figure-value">
            {value}
            {drawing}
          </dd>
          {note && (
            <dd className="figure-note" data-tone={tone}>
              {note}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
