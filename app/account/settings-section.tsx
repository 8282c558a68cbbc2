import type { ReactNode } from 'react'

/** A part of Account Settings under a heading of its own. `id` is its anchor. */
export function SettingsSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24">
      <h2 id={`${id}-title`} className="display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
