import { INVITATIONS, PRODUCTS, TEXTS } from '#app/desk/paths.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import { Badge } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { FIRST_STEPS, type FirstStep } from '#shop/analytics/overview.ts'

const STEPS: Record<FirstStep, { title: string; text: string; to: string; verb: string }> = {
  products: {
    title: 'Add your products',
    text: 'One by one, or all at once with a price sheet. Nothing is on sale yet.',
    to: PRODUCTS,
    verb: 'Add',
  },
  policies: {
    title: 'Read your policies',
    text: 'Terms, shipping, returns and privacy are promises to your customers. Change what differs in your shop.',
    to: TEXTS,
    verb: 'Read',
  },
  payment: {
    title: 'Make a test payment',
    text: 'Order and pay as a customer does, and refund it afterwards.',
    to: '/products',
    verb: 'Order',
  },
  staff: {
    title: 'Invite your staff',
    text: 'A role opens only the pages that a person needs.',
    to: INVITATIONS,
    verb: 'Invite',
  },
}

export function FirstSteps({ done }: { done: Record<FirstStep, boolean> }) {
  return (
    <ol className="needs">
      {FIRST_STEPS.map((step, at) => {
        const { title, text, to, verb } = STEPS[step]
        return (
          <li key={step} data-row>
            <span className="needs-count">{at + 1}</span>
            <span>
              <b>{title}</b>
              <span>{text}</span>
            </span>
            {done[step] ? (
              <Badge tone="positive">Done</Badge>
            ) : (
              <ButtonLink to={to} look="line">
                {verb}
                <VisuallyHidden>: {title}</VisuallyHidden>
              </ButtonLink>
            )}
          </li>
        )
      })}
    </ol>
  )
}
