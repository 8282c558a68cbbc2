import { classNames } from '#app/kit/class-names.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'

const STEPS = [1, 2, 3]

/** A tasting in three steps; screen readers get '2 of 3'. */
export function Pips({ count }: { count: 0 | 1 | 2 | 3 }) {
  return (
    <span>
      <VisuallyHidden>{count} of 3</VisuallyHidden>
      <span className="pips" aria-hidden="true">
        {STEPS.map((step) => (
          <span key={step} className={classNames('pip', step <= count && 'pip-on')} />
        ))}
      </span>
    </span>
  )
}
