import { ButtonLink } from '#app/kit/button.tsx'

export type NextPage = { to: string; label: string }

/** The ways on from the end of a page; the first is the one most people want. */
export function NextPages({ title, pages }: { title: string; pages: readonly NextPage[] }) {
  return (
    <section className="bg-nimbu-300 py-12 lg:py-16" aria-labelledby="next-title">
      <div className="wrap flex flex-wrap items-center justify-between gap-6">
        <h2 id="next-title" className="display text-3xl">
          {title}
        </h2>
        <div className="flex flex-wrap gap-3">
          {pages.map(({ to, label }, index) => (
            <ButtonLink key={to} to={to} look={index === 0 ? 'solid' : 'line'}>
              {label}
            </ButtonLink>
          ))}
        </div>
      </div>
    </section>
  )
}
