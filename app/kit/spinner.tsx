import { VisuallyHidden } from './visually-hidden.tsx'

/** A turning ring in the current ink. Give `label` where nothing else on screen says that something is loading. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className="inline-block" role={label ? 'status' : undefined}>
      <span className="ring" aria-hidden="true" />
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  )
}
