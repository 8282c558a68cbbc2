import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import type { Change } from '#shop/analytics/rates.ts'
import type { Unit } from '#shop/analytics/report.ts'
import { formatAmount, formatPrice, paise, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber, formatPercent } from '#shop/kernel/number.ts'

export type Figure = {
  label: string
  value: ReactNode
  /** The comparison with the earlier period, in words. */
  note?: ReactNode
  /** Colours the note as good or bad news. Its words say the same. */
  tone?: 'up' | 'down'
  /** How the figure is counted. Shown on hover and focus. */
  definition?: string
  drawing?: ReactNode
}

/** Figures in one strip with rules: four in a row on a desktop, two on a phone. */
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

/** Shown above sales figures that are not counted yet. */
export function CountingNotice() {
  return (
    <Banner className="mb-4" title="The orders are being counted.">
      The sales figures will be complete in a moment. This page then shows them by itself.
    </Banner>
  )
}

/** A note such as '12% up on the 30 days before'. `before`: the name of the period of comparison. */
export function TrendNote({ change, before: period }: { change: Change; before: string }) {
  switch (change.kind) {
    case 'up':
    case 'down':
      return (
        <>
          <b>
            {formatNumber(change.percent, 0)}% {change.kind}
          </b>{' '}
          on {period}
        </>
      )
    case 'same':
      return `the same as ${period}`
    default:
      return `none in ${period}`
  }
}

export function trendTone({ kind }: Change): 'up' | 'down' | undefined {
  return kind === 'up' || kind === 'down' ? kind : undefined
}

export const LIVE_MS = 15_000

export const WHILE_COUNTING_MS = 1_000

/** Reloads the figures at this interval while the page is visible, and when it becomes visible again. Null: never. */
export function useLiveFigures(everyMs: number | null): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (state !== 'idle' || everyMs === null) return
    const reload = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    const timer = setInterval(reload, everyMs)
    document.addEventListener('visibilitychange', reload)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', reload)
    }
  }, [revalidate, state, everyMs])
}

export const UNITS: Record<Unit, (value: number) => string> = {
  count: formatNumber,
  money: (value) => formatPrice(wholeRupees(paise(Math.round(value)))),
  amount: (value) => formatAmount(paise(value)),
  percent: formatPercent,
  hours: (hours) => (hours < 48 ? `${formatNumber(hours, 1)} hours` : `${formatNumber(hours / 24, 1)} days`),
  ratio: (value) => `${value.toFixed(1)} : 1`,
}

/** An icon after a term ('Conversion rate'). Hover and focus show the definition of the term; Escape closes it. */
export function Definition({ term, children }: { term: string; children: string }) {
  const id = useId()
  const [isClosed, setIsClosed] = useState(false)
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setIsClosed(true)
  const reopen = () => setIsClosed(false)
  return (
    <span className="definition" data-closed={isClosed || undefined}>
      <button type="button" aria-describedby={id} onKeyDown={onKeyDown} onMouseEnter={reopen} onBlur={reopen}>
        <Icon name="info" size="s" />
        <VisuallyHidden>How {term} is counted</VisuallyHidden>
      </button>
      <span role="tooltip" id={id}>
        {children}
      </span>
    </span>
  )
}
