import type { ReactNode } from 'react'

/** The main column, and beside it (below it on a phone) the panel with the totals. */
export function TwoColumns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="grid items-start gap-8 md:grid-cols-[minmax(0,7.4fr)_minmax(0,4.6fr)] md:gap-[clamp(2rem,5vw,5rem)]">
      <div className="min-w-0">{children}</div>
      {aside}
    </div>
  )
}

type SidePanelProps = { title: string; link?: ReactNode; children: ReactNode }

/** The sunk panel; it stays in view beside a long column, and fills the width of a phone. */
export function SidePanel({ title, link, children }: SidePanelProps) {
  return (
    <section className="rounded-xs bg-surface-sunk p-[clamp(1.25rem,2vw,2rem)] max-md:-mx-gutter max-md:px-gutter md:sticky md:top-24">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="font-bold text-lg">{title}</h2>
        {link}
      </div>
      {children}
    </section>
  )
}
