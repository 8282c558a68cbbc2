import { Link } from 'react-router'
import { Banner } from '#app/kit/banner.tsx'

export type CheckoutError = {
  message: string
  /** Where it can be put right. */
  link?: { to: string; label: string }
}

/** The red box of the checkout. */
export function ErrorBox({ error, className }: { error: CheckoutError; className?: string }) {
  return (
    <Banner tone="danger" title="Error:" {...(className && { className })}>
      {error.message}
      {error.link && (
        <>
          {' '}
          <Link to={error.link.to} className="link">
            {error.link.label}
          </Link>
        </>
      )}
    </Banner>
  )
}
