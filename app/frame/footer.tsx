import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { useCanOpen } from '#app/frame/use-root-data.ts'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'

const FOOTER_COLUMNS = [
  {
    title: 'Shop',
    links: [
      { to: '/products', label: 'All products' },
      { to: '/products?category=meal-mix', label: 'Meal mixes' },
      { to: '/products?category=tastemakers', label: 'Tastemakers' },
      { to: '/products?category=bundles', label: 'Bundles' },
      { to: '/replenish', label: 'Replenish' },
    ],
  },
  {
    title: 'Help',
    links: [
      { to: '/orders', label: 'Track an order' },
      { to: '/shipping', label: 'Shipping' },
      { to: '/returns', label: 'Returns' },
      { to: '/contact', label: 'Contact' },
    ],
  },
  {
    title: 'About',
    links: [
      { to: '/about', label: 'About us' },
      { to: '/impact', label: 'Our impact' },
      { to: '/privacy-policy', label: 'Privacy policy' },
      { to: '/terms', label: 'Terms' },
    ],
  },
] as const

type FooterProps = {
  /** Set if the page is in another language. */
  lang: string | undefined
  brand: string
  fssaiLicence: string | null
}

export function Footer({ lang, brand, fssaiLicence }: FooterProps) {
  const canOpen = useCanOpen()
  const hasNewsletter = canOpen('/newsletter')
  return (
    <footer lang={lang} className="site-footer">
      <div className="wrap site-footer-top">
        <div>
          <h2 className="display text-3xl">
            {hasNewsletter ? 'One email a month' : 'Made by women-led groups'}
          </h2>
          <p className="mt-4 max-w-[30rem] text-ink-soft-on-deep">
            Millet-based functional foods, produced by women-led self-help groups.
            {hasNewsletter && ' A recipe, a group you have not met yet, and what is in season.'}
          </p>
          {hasNewsletter && <NewsletterForm />}
        </div>
        <nav aria-label="Footer" className="site-footer-columns">
          {FOOTER_COLUMNS.map((column) => (
            <div key={column.title}>
              <h3>{column.title}</h3>
              <ul>
                {column.links
                  .filter(({ to }) => canOpen(to))
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
      {/* Generated content, because it is decoration with too little contrast for text. */}
      <div className="wrap site-footer-giant" aria-hidden="true" data-brand={brand} />
    </footer>
  )
}

/** `done`: the message of thanks. */
export type NewsletterAnswer = FormAnswer<string>

/** Posts to /newsletter. The answer replaces the form; without JavaScript it appears on a page of its own. */
function NewsletterForm() {
  const fetcher = useFetcher<NewsletterAnswer>()
  const field = useRef<HTMLInputElement>(null)
  const answer = fetcher.data

  useEffect(() => {
    if (!field.current || !answer) return
    if (answer.ok) field.current.value = ''
    else field.current.focus()
  }, [answer])

  return (
    <fetcher.Form method="post" action="/newsletter" className="newsletter">
      <label htmlFor="newsletter-email">Email address</label>
      <div className="newsletter-row">
        <input
          ref={field}
          id="newsletter-email"
          name="email"
          type="email"
          required
          autoComplete="email"
          maxLength={254}
          aria-invalid={answer?.ok === false || undefined}
          aria-describedby="newsletter-answer"
        />
        <button type="submit" aria-busy={fetcher.state !== 'idle' || undefined}>
          Sign up <Icon name="arrow-right" />
        </button>
      </div>
      <p id="newsletter-answer" role="status" className="newsletter-answer">
        {answer?.ok ? answer.done : (answer?.problems.email ?? answer?.message)}
      </p>
      <p className="newsletter-note">
        Unsubscribe any time. <Link to="/privacy-policy">Privacy policy</Link>
      </p>
    </fetcher.Form>
  )
}
