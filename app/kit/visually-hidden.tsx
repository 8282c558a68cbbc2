import type { ComponentProps } from 'react'

/** Text for screen readers only. Prefer it to aria-label: it is translated, searched and read in place. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className="sr-only" />
}
