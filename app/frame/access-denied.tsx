import type { ReactNode } from 'react'
import { ButtonLink } from '#app/kit/button.tsx'

/** Shown instead of a page that the visitor may not see, with the reason and links. */
export function AccessDenied({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <section className="wrap py-section">
      <title>Access Denied</title>
      <h1 className="display text-4xl">Access Denied</h1>
      <p className="mt-4 max-w-read text-ink-soft text-lg">{children}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {action}
        <ButtonLink to="/" look={action ? 'line' : 'solid'}>
          Go Home
        </ButtonLink>
      </div>
    </section>
  )
}
