import { Link } from 'react-router'
import { ButtonLink } from '#app/kit/button.tsx'

/** The customer's data: to read, to download, to have erased. */
export function YourData() {
  return (
    <section
      id="your-data"
      aria-labelledby="your-data-title"
      className="grid gap-4 rounded-xs bg-surface-sunk p-6"
    >
      <h2 id="your-data-title" className="display text-xl">
        Your data
      </h2>
      <p className="text-ink-soft">
        Everything we keep about you, in one file. What it is for, and for how long, is in our{' '}
        <Link to="/privacy-policy#what" className="link">
          privacy policy
        </Link>
        .
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/profile/my-data.json" look="line" reloadDocument download>
          Download my data
        </ButtonLink>
        <ButtonLink to="/profile/delete" look="line">
          Delete Account
        </ButtonLink>
      </div>
    </section>
  )
}
