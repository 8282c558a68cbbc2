import { classNames } from '#app/kit/class-names.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'

const STEPS = [1, 2, 3, 4, 5]

/** How hot or how sweet, as dots out of five; screen readers get 'Spice level: 3 out of 5'. */
export function Heat({
  kind = 'spice',
  level,
  className,
}: {
  kind?: 'spice' | 'sweet'
  level: number
  className?: string
}) {
  return (
    <span className={className}>
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
