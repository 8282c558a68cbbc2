import type { ComponentProps } from 'react'

export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** Text for screen readers only. Unlike an aria-label, browsers translate it and screen readers read it in place. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className="sr-only" />
}
