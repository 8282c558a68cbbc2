import type { ReactNode } from 'react'

/** A part of Account Settings with its heading. */
export function SettingsSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24">
      <h2 id={`${id}-title`} tabIndex={-1} className="display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
