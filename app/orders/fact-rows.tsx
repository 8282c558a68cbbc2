import type { ReactNode } from 'react'

export type Fact = { label: string; value: ReactNode }

/** Ruled rows of label and value, both hanging from their left edge: for values of more than one line. */
export function FactRows({ facts }: { facts: Fact[] }) {
  return (
    <dl className="border-ink border-t-2">
      {facts.map(({ label, value }) => (
        <div
          key={label}
          className="grid grid-cols-[8rem_1fr] gap-x-4 border-line border-b py-3 md:grid-cols-[12rem_1fr]"
        >
          <dt className="text-ink-soft">{label}</dt>
          <dd className="numeric min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
