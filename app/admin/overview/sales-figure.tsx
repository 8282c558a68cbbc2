import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'
import { type DaySales, milletRevenue } from '#shop/analytics/sales.ts'
import { formatPrice, type Money, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'

/** One bar: the revenue of a day or of several, by product line, in paise. */
export type SalesBar = { key: string; label: string; millet: number; hydration: number; orders: number }

/** The two product lines, in stacking order. */
const LINES = [
  { key: 'millet', name: 'Millet', colour: 'var(--color-haldi-600)' },
  { key: 'hydration', name: 'Replenish', colour: 'var(--color-lake-600)' },
] as const

export function salesBar(key: string, label: string, sales: Omit<DaySales, 'day'>): SalesBar {
  return {
    key,
    label,
    millet: milletRevenue(sales),
    hydration: sales.hydrationRevenue,
    orders: sales.orders,
  }
}

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

/** Sales as bars and as a table; without JavaScript only the table. `unit`: heading of the first column ('Day'). */
export function SalesFigure({ bars, caption, unit }: { bars: SalesBar[]; caption: string; unit: string }) {
  return (
    <>
      <SalesChart bars={bars} />
      <details className="chart-table">
        <summary>Show as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
        <div className="chart-rows" tabIndex={0}>
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
                  <td>{formatNumber(bar.orders)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  )
}

/** Pixels around the plot: the amounts are on the left, the days below. */
const LEFT = 44
const TOP = 8
const BOTTOM = 30
const WIDEST_BAR = 32
const TICK = { fontSize: 12, fill: 'var(--ink-faint)' }

/** Stacked bars, hidden from screen readers: the table has the same figures. Drawn once their size is known. */
function SalesChart({ bars }: { bars: SalesBar[] }) {
  const chart = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(chart)
  const [hoveredIndex, setHoveredIndex] = useState<number | null>(null)

  const bottom = height - BOTTOM
  const band = Math.max(width - LEFT, 0) / Math.max(bars.length, 1)
  const step = tickStep(Math.max(0, ...bars.map(({ millet, hydration }) => millet + hydration)))
  const yOf = (amount: number) => bottom - (amount / (TICKS * step)) * (bottom - TOP)
  const labelWidth = Math.max(0, ...bars.map(({ label }) => label.length)) * 6.5
  const labelInterval = Math.ceil((labelWidth + 24) / band)
  const bar = hoveredIndex === null ? undefined : bars[hoveredIndex]
  const middle = LEFT + band * ((hoveredIndex ?? 0) + 0.5)
  return (
    <div
      ref={chart}
      className="chart"
      aria-hidden="true"
      onPointerMove={({ clientX, currentTarget }) => {
        const at = Math.floor((clientX - currentTarget.getBoundingClientRect().left - LEFT) / band)
        setHoveredIndex(at >= 0 && at < bars.length ? at : null)
      }}
      onPointerLeave={() => setHoveredIndex(null)}
    >
      {width > 0 && (
        <svg aria-hidden="true" width={width} height={height}>
          <Axis {...{ width, step, yOf }} />
          {bar && (
            <rect
              x={middle - band / 2}
              y={TOP}
              width={band}
              height={bottom - TOP}
              fill="var(--surface-sunk)"
            />
          )}
          {bars.map((stack, at) => (
            <g key={stack.key}>
              <BarStack bar={stack} at={at} {...{ band, bottom, yOf }} />
              {(bars.length - 1 - at) % labelInterval === 0 && (
                <BarLabel x={Math.min(LEFT + band * (at + 0.5), width - labelWidth / 2)} y={bottom + 8}>
                  {stack.label}
                </BarLabel>
              )}
            </g>
          ))}
        </svg>
      )}
      {bar && (
        <ChartTip
          bar={bar}
          style={middle < width / 2 ? { left: middle + 10 } : { right: width - middle + 10 }}
        />
      )}
    </div>
  )
}

function useSize(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect))
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return size
}

function BarLabel({ x, y, children }: { x: number; y: number; children: string }) {
  return (
    <text x={x} y={y} dy="0.71em" textAnchor="middle" {...TICK}>
      {children}
    </text>
  )
}

type YOf = (amount: number) => number

function Axis({ width, step, yOf }: { width: number; step: number; yOf: YOf }) {
  return Array.from({ length: TICKS + 1 }, (_, at) => at * step).map((amount) => (
    <g key={amount}>
      <line x1={LEFT} x2={width} y1={yOf(amount)} y2={yOf(amount)} stroke="var(--line)" />
      <text x={LEFT - 8} y={yOf(amount)} dy="0.355em" textAnchor="end" {...TICK}>
        {axisAmount(amount)}
      </text>
    </g>
  ))
}

type BarStackProps = { bar: SalesBar; at: number; band: number; bottom: number; yOf: YOf }

function BarStack({ bar: { millet, hydration }, at, band, bottom, yOf }: BarStackProps) {
  const maxWidth = Math.floor(band * 0.8)
  const width = Math.min(maxWidth, WIDEST_BAR)
  const x = LEFT + band * (at + 0.1) + (maxWidth - width) / 2
  const top = yOf(millet)
  return (
    <>
      <rect x={x} y={top} width={width} height={bottom - top} fill={LINES[0].colour} />
      <rect
        x={x}
        y={yOf(millet + hydration)}
        width={width}
        height={bottom - yOf(hydration)}
        fill={LINES[1].colour}
      />
    </>
  )
}

function ChartTip({ bar, style }: { bar: SalesBar; style: CSSProperties }) {
  return (
    <div className="chart-tip" style={style}>
      <b>{bar.label}</b>
      {LINES.map(({ key, name }) => (
        <span key={key}>
          {name} <span>{wholeAmount(bar[key])}</span>
        </span>
      ))}
      <span>
        Orders <span>{formatNumber(bar.orders)}</span>
      </span>
    </div>
  )
}

/** The number of grid lines above zero. */
const TICKS = 4

/**
 * Returns the distance between two grid lines in paise. It is a multiple of a twentieth of a power of ten, so that
 * labels are short.
 */
function tickStep(highest: number): number {
  const rough = Math.max(highest, 10_000) / TICKS
  const unit = 10 ** (Math.floor(Math.log10(rough)) + 1) / 20
  return Math.ceil(rough / unit) * unit
}

/** Returns an amount in paise as an axis shows it: '₹500', '₹20k', '₹2.5L' (lakh). */
function axisAmount(amount: number): string {
  const rupees = amount / 100
  const short = (value: number) => formatNumber(value, 1)
  if (rupees >= 100_000) return `₹${short(rupees / 100_000)}L`
  return rupees >= 1000 ? `₹${short(rupees / 1000)}k` : `₹${short(rupees)}`
}

function wholeAmount(amount: number): string {
  return formatPrice(wholeRupees(amount as Money))
}
