import type { Trend } from '#shop/analytics/trend.ts'

/** '12% up on the 30 days before'; `before` names what it is compared with. */
export function TrendNote({ trend, before }: { trend: Trend; before: string }) {
  switch (trend.kind) {
    case 'up':
    case 'down':
      return (
        <>
          <b>
            {trend.percent.toLocaleString('en-IN')}% {trend.kind}
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
