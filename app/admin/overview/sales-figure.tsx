import { lazy, Suspense } from 'react'
import { useHydrated } from '#app/kit/use-hydrated.ts'
import { LINES, type SalesBar, wholeAmount } from './sales-bars.ts'

// The drawing is large and for admins only: it is fetched when a chart is shown.
const SalesChart = lazy(() => import('./sales-chart.tsx'))

/** The colours of the two lines, for a heading's right end. */
export function LineLegend() {
  return (
    <ul className="legend">
      {LINES.map(({ key, name, colour }) => (
        <li key={key}>
          <span aria-hidden="true" style={{ background: colour }} />
          {name}
        </li>
      ))}
    </ul>
  )
}

/** Sales as bars and as a table; without JavaScript as a table. `unit` heads the first column: 'Day'. */
export function SalesFigure({ bars, caption, unit }: { bars: SalesBar[]; caption: string; unit: string }) {
  const isHydrated = useHydrated()
  return (
    <>
      <div className="chart" aria-hidden="true">
        {isHydrated && (
          <Suspense fallback={null}>
            <SalesChart bars={bars} />
          </Suspense>
        )}
      </div>
      <details className="chart-table">
        <summary>Show as a table</summary>
        <div className="chart-rows">
          <table className="plain-table">
            <caption className="sr-only">{caption}</caption>
            <thead>
              <tr>
                <th scope="col">{unit}</th>
                <th scope="col">Millet</th>
                <th scope="col">Replenish</th>
                <th scope="col">Orders</th>
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.key}>
                  <th scope="row">{bar.label}</th>
                  <td>{wholeAmount(bar.millet)}</td>
                  <td>{wholeAmount(bar.hydration)}</td>
                  <td>{bar.orders.toLocaleString('en-IN')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  )
}
