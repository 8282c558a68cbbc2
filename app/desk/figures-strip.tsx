import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'
import type { Trend } from '#shop/analytics/analytics.ts'
import { formatNumber, formatPercent } from '#shop/kernel/number.ts'
import { Definition } from './definition.tsx'

export type Figure = {
  label: string
  value: ReactNode
  /** The comparison with the period before, in words. */
  note?: ReactNode
  /** Whether the note is good or bad news. The colour repeats the words. */
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

/** Shown above sales figures that are not counted yet. */
export function CountingNotice() {
  return (
    <Banner className="mb-4" title="The orders are being counted.">
      The figures of sales are complete in a moment; this page then shows them by itself.
    </Banner>
  )
}

/** '12% up on the 30 days before'; `before` names what it is compared with. */
export function TrendNote({ trend, before }: { trend: Trend; before: string }) {
  switch (trend.kind) {
    case 'up':
    case 'down':
      return (
        <>
          <b>
            {formatNumber(trend.percent)}% {trend.kind}
          </b>{' '}
          on {before}
        </>
      )
    case 'same':
      return `about the same as ${before}`
    case 'new':
      return `none in ${before}`
  }
}

export function trendTone({ kind }: Trend): 'up' | 'down' | undefined {
  return kind === 'up' || kind === 'down' ? kind : undefined
}

export const LIVE_MS = 15_000

export const WHILE_COUNTING_MS = 1_000

/** Loads the page's figures again at this interval while the page is visible; null: only on request. */
export function useLiveFigures(everyMs: number | null): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (state !== 'idle' || everyMs === null) return
    const again = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    const timer = setInterval(again, everyMs)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [revalidate, state, everyMs])
}

/** '12.5%'; `none` where there is nothing to divide by. `share` is 0 to 1 and may be above. */
export function percentWords(share: number | null, none: string): string {
  if (share === null) return none
  return formatPercent(share)
}

/** '5 hours', '3.4 days'; `none` where nothing was measured. */
export function durationWords(hours: number | null, none: string): string {
  if (hours === null) return none
  const [amount, unit] = hours < 48 ? [hours, 'hours'] : [hours / 24, 'days']
  return `${formatNumber(amount, 1)} ${unit}`
}
