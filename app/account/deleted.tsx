import { ButtonLink } from '#app/kit/button.tsx'
import type { PageHandle } from '#app/request/page-handle.ts'

export const handle: PageHandle = {
  title: 'Your account has been deleted',
  search: 'noindex',
  access: { get: 200 },
}

export default function AccountDeleted() {
  return (
    <section className="wrap pt-8 pb-section">
      <h1 className="display text-3xl">Your account has been deleted</h1>
      <p className="mt-4 max-w-read text-lg text-ink-soft">
        Every device is signed out. We keep past invoices and payments for work for as long as tax law
        requires, and the log of sign-ins for a year.
      </p>
      <div className="mt-8">
        <ButtonLink to="/products">Browse Products</ButtonLink>
      </div>
    </section>
  )
}
