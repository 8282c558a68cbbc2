import { classNames, VisuallyHidden } from '#app/kit/text.tsx'

const STEPS = [1, 2, 3, 4, 5]

/** How hot or sweet a product is, as dots out of five. Screen readers get 'Spice level: 3 out of 5'. */
export function Heat({ kind, level }: { kind: 'spice' | 'sweet'; level: number }) {
  return (
    <span>
      <VisuallyHidden>
        {kind === 'spice' ? 'Spice level' : 'Sweet level'}: {level} out of 5
      </VisuallyHidden>
      <span className="heat" aria-hidden="true">
        {STEPS.map((step) => (
          <span key={step} className={classNames('heat-dot', step <= level && 'heat-on')} />
        ))}
      </span>
    </span>
  )
}

export type PartsBarProps = {
  label: string
  value: number
  total: number
  className?: string
}

export function PartsBar({ label, value, total, className }: PartsBarProps) {
  const parts = Array.from({ length: total }, (_, index) => index + 1)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={value}
      aria-valuetext={`${value} of ${total}`}
      className={classNames('parts', className)}
    >
      {parts.map((part) => (
        <span key={part} className={classNames('part', part <= value && 'part-on')} />
      ))}
    </div>
  )
}
