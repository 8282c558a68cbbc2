import { classNames } from '#app/kit/class-names.ts'

export type PartsBarProps = {
  /** The label of the count: 'Tastemakers picked'. */
  label: string
  value: number
  total: number
  className?: string
}

/** A progress bar of countable parts, such as 7 of 10. */
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
