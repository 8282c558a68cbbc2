import { useLocation } from 'react-router'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { ButtonLink } from '#app/kit/button.tsx'

/** Replaces a page of the dashboard. 401 asks a visitor to sign in; 403: the account may not open the page. */
export default function RefusedPage({ status }: { status: number }) {
  const { pathname, search } = useLocation()
  if (status === 403)
    return (
      <section className="wrap py-section">
        <title>Access Denied</title>
        <h1 className="display text-4xl">Access Denied</h1>
        <p className="mt-4 max-w-read text-ink-soft text-lg">
          You don't have permission to access the admin dashboard.
        </p>
        <ButtonLink to="/" className="mt-8">
          Go Home
        </ButtonLink>
      </section>
    )
  return (
    <>
      <title>Admin Dashboard</title>
      <SignInPrompt title="Please sign in to access admin dashboard" returnTo={pathname + search}>
        The dashboard is for the people who run the shop.
      </SignInPrompt>
    </>
  )
}
