import { Link } from 'react-router'
import { FOOTER_COLUMNS } from '#app/frame/links.ts'
import { NewsletterForm } from '#app/frame/newsletter-form.tsx'
import { useIsOpen } from '#app/frame/use-root-data.ts'

export function Footer({ brand, fssaiLicence }: { brand: string; fssaiLicence: string | null }) {
  const isOpen = useIsOpen()
  const hasLetters = isOpen('/newsletter')
  return (
    <footer className="site-footer">
      <div className="wrap site-footer-top">
        <div>
          <h2 className="display text-3xl">
            {hasLetters ? 'One email a month' : 'Made by women-led groups'}
          </h2>
          <p className="mt-4 max-w-[30rem] text-ink-soft-on-deep">
            Millet-based functional foods, produced by women-led self-help groups.
            {hasLetters && ' A recipe, a group you have not met yet, and what is in season.'}
          </p>
          {hasLetters && <NewsletterForm />}
        </div>
        <nav aria-label="Footer" className="site-footer-columns">
          {FOOTER_COLUMNS.map((column) => (
            <div key={column.title}>
              <h3>{column.title}</h3>
              <ul>
                {column.links
                  .filter(({ to }) => isOpen(to))
                  .map(({ to, label }) => (
                    <li key={label}>
                      <Link to={to}>{label}</Link>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <div className="wrap">
        <p className="site-footer-legal">
          <span>© {brand}</span>
          {fssaiLicence && <span>FSSAI licence {fssaiLicence}</span>}
        </p>
      </div>
      {/* Drawn, not written: it is decoration, and too quiet to be read as text. */}
      <div className="wrap site-footer-giant" aria-hidden="true" data-brand={brand} />
    </footer>
  )
}
