import { ButtonLink } from '#app/kit/button.tsx'

const CONTACT = { to: '/hydration/contact', label: 'Questions and contact' }
const FLAVOURS = { to: '/hydration', label: 'Meet the four flavours' }
const IMPACT = { to: '/hydration/impact', label: 'Our Impact' }

/** By page, the links at its end; the first is the one most people want. */
const NEXT = {
  '/hydration': [{ to: '/replenish', label: 'Replenish Hydration in full' }, IMPACT, CONTACT],
  '/hydration/impact': [{ to: '/replenish', label: 'Replenish Hydration' }, FLAVOURS, CONTACT],
  '/replenish': [FLAVOURS, IMPACT, CONTACT],
}

/** Links to the other pages of the hydration side, at the end of the page `from`. */
export function NextPages({ from }: { from: keyof typeof NEXT }) {
  return (
    <section className="bg-nimbu-300 py-12 lg:py-16" aria-labelledby="next-title">
      <div className="wrap flex flex-wrap items-center justify-between gap-6">
        <h2 id="next-title" className="display text-3xl">
          Read on
        </h2>
        <div className="flex flex-wrap gap-3">
          {NEXT[from].map(({ to, label }, index) => (
            <ButtonLink key={to} to={to} look={index === 0 ? 'solid' : 'line'}>
              {label}
            </ButtonLink>
          ))}
        </div>
      </div>
    </section>
  )
}
