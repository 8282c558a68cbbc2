import type { ReactNode } from 'react'

/** One row of the kit page: the component's name and its states side by side. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t border-line py-5 md:grid-cols-[10rem_minmax(0,1fr)]">
      <h3 className="text-sm font-semibold text-ink-soft">{name}</h3>
      <div className="flex min-w-0 flex-wrap items-start gap-x-8 gap-y-6">{children}</div>
    </section>
  )
}

/** One state with its caption. */
export function State({ of, wide, children }: { of: string; wide?: boolean; children: ReactNode }) {
  return (
    <figure className={wide ? 'w-full min-w-0' : 'min-w-0 max-w-full *:max-w-full'}>
      {children}
      <figcaption className="mt-2.5 text-xs text-ink-faint">{of}</figcaption>
    </figure>
  )
}
