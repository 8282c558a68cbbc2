import { ButtonLink } from '#app/kit/button.tsx'

const PAGES = [
  { to: '/replenish', label: 'Replenish Hydration' },
  { to: '/hydration', label: 'Meet the sticks' },
  { to: '/hydration/impact', label: 'Our Impact' },
  { to: '/hydration/contact', label: 'Questions and contact' },
]

/** Links to the other hydration pages, at the end of the page `from`. Most people want the first link. */
export function NextPages({ from }: { from: string }) {
  return (
    <section className="bg-nimbu-300 py-12 lg:py-16" aria-labelledby="next-title">
      <div className="wrap flex flex-wrap items-center justify-between gap-6">
        <h2 id="next-title" className="display text-3xl">
          Read on
        </h2>
        <div className="flex flex-wrap gap-3">
          {PAGES.filter(({ to }) => to !== from).map(({ to, label }, index) => (
            <ButtonLink key={to} to={to} look={index === 0 ? 'solid' : 'line'}>
              {label}
              {from === '/hydration' && index === 0 && ' in full'}
            </ButtonLink>
          ))}
        </div>
      </div>
    </section>
  )
}
