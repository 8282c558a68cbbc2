import { Icon } from '#app/kit/icon.tsx'
import { classNames, VisuallyHidden } from '#app/kit/text.tsx'

export type CheckoutStep = 'address' | 'payment'

const STEPS: { step: CheckoutStep; name: string }[] = [
  { step: 'address', name: 'Delivery' },
  { step: 'payment', name: 'Payment' },
]

export function CheckoutProgress({ step }: { step: CheckoutStep }) {
  const current = STEPS.findIndex((entry) => entry.step === step)
  return (
    <ol className="mt-4 mb-8 flex flex-wrap gap-1" aria-label="Checkout steps">
      {STEPS.map(({ step, name }, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={classNames(
            'flex flex-1 items-center gap-2 border-t-4 pt-2.5 font-semibold text-sm md:text-base',
            index < current && 'border-positive text-positive',
            index === current && 'border-ink text-ink',
            index > current && 'border-line text-ink-faint',
          )}
        >
          {index < current ? <Icon name="check" size="s" /> : <span className="numeric">{index + 1}</span>}
          {name}
          {index < current && <VisuallyHidden> done</VisuallyHidden>}
        </li>
      ))}
    </ol>
  )
}
