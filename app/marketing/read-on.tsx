import { Link } from 'react-router'
import { useIsOpen } from '#app/frame/use-root-data.ts'
import { Icon } from '#app/kit/icon.tsx'
import { IMPACT_LINKS } from '#content/impact.ts'

/** Ruled rows that lead on from the impact page. */
export function ReadOn() {
  const isOpen = useIsOpen()
  return (
    <section className="py-section" aria-labelledby="read-on">
      <div className="wrap">
        <h2 id="read-on" className="display text-3xl">
          {IMPACT_LINKS.title}
        </h2>
        <ul className="read-on">
          {IMPACT_LINKS.links
            .filter(({ to }) => isOpen(to))
            .map(({ to, label, text }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
                <p>{text}</p>
                <Icon name="arrow-right" />
              </li>
            ))}
        </ul>
      </div>
    </section>
  )
}
