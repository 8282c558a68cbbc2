import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { axisAmount, LINES, type SalesBar, wholeAmount } from './sales-bars.ts'

const TICK = { fontSize: 12, fill: 'var(--ink-faint)' }

/** Bars of both lines, one upon the other. A drawing only: the table beside it says the same. */
export default function SalesChart({ bars }: { bars: SalesBar[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={bars} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" tick={TICK} tickLine={false} axisLine={false} minTickGap={24} />
        <YAxis tick={TICK} tickLine={false} axisLine={false} width={44} tickFormatter={axisAmount} />
        <Tooltip content={<Tip />} cursor={{ fill: 'var(--surface-sunk)' }} isAnimationActive={false} />
        {LINES.map(({ key, colour }) => (
          <Bar
            key={key}
            dataKey={key}
            stackId="sales"
            fill={colour}
            maxBarSize={32}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

type TipProps = { active?: boolean; payload?: readonly { payload?: SalesBar }[] }

function Tip({ active, payload }: TipProps) {
  const bar = payload?.[0]?.payload
  if (!active || !bar) return null
  return (
    <div className="chart-tip">
      <b>{bar.label}</b>
      {LINES.map(({ key, name }) => (
        <span key={key}>
          {name} <span>{wholeAmount(bar[key])}</span>
        </span>
      ))}
      <span>
        Orders <span>{bar.orders.toLocaleString('en-IN')}</span>
      </span>
    </div>
  )
}
