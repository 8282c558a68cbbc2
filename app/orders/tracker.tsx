import { classNames } from '#app/kit/class-names.ts'
import { Icon } from '#app/kit/icon.tsx'
import { ProductPicture } from '#app/kit/product-picture.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { ORDER_STEPS, type Order, orderStep } from '#shop/orders/order.ts'
import { type TrackerStep, trackerSteps } from '#shop/orders/tracker.ts'

const PICTURES: Record<TrackerStep['name'], string> = {
  'Order Placed': '/illustrations/work-pay.svg',
  Processing: '/illustrations/work-box.svg',
  Shipped: '/illustrations/work-truck.svg',
  Delivered: '/illustrations/bowl-served.svg',
}

/** The four steps of an order and the bar below them, a quarter wide for each. */
export function Tracker({ order }: { order: Order }) {
  const step = orderStep(order.status)
  return (
    <div className="mt-9 overflow-hidden rounded-xs bg-surface-raised">
      <ol className="tracker" aria-label="Order progress">
        {trackerSteps(order).map((one, index) => (
          <StepTile key={one.name} step={one} number={index + 1} />
        ))}
      </ol>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={ORDER_STEPS.length}
        aria-valuenow={step}
        aria-valuetext={`Step ${step} of ${ORDER_STEPS.length}: ${ORDER_STEPS[step - 1]}`}
        className="h-2 bg-surface-sunk"
      >
        <div className="h-full bg-positive" style={{ width: `${(step / ORDER_STEPS.length) * 100}%` }} />
      </div>
    </div>
  )
}

const STATE_TEXT = { done: 'Done', now: 'Now here', next: 'Still to come' } as const

function StepTile({ step: { name, state, at }, number }: { step: TrackerStep; number: number }) {
  return (
    <li
      className={classNames('tracker-step', `tracker-${state}`)}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <span className="tracker-dot" aria-hidden="true">
        {state === 'done' ? <Icon name="check" size="s" strokeWidth={2.5} /> : number}
      </span>
      <ProductPicture src={PICTURES[name]} alt="" loading="eager" className="tracker-picture" />
      <b className="tracker-name">{name}</b>
      <span className="numeric tracker-time">
        {at ? (
          <>
            <VisuallyHidden>{STATE_TEXT[state]}, </VisuallyHidden>
            {formatDayAndTime(at)}
          </>
        ) : (
          STATE_TEXT[state]
        )}
      </span>
    </li>
  )
}
