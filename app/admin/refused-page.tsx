import { useLocation } from 'react-router'
import { AccessDenied } from '#app/frame/access-denied.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'

/** Replaces the dashboard. 401: asks a visitor to sign in; 403: the account is no admin's. */
export default function RefusedPage({ status }: { status: number }) {
  const { pathname, search } = useLocation()
  if (status === 403)
    return <AccessDenied>You don't have permission to access the admin dashboard.</AccessDenied>
  return (
    <>
      <title>Admin Dashboard</title>
      <SignInPrompt title="Please sign in to access admin dashboard" returnTo={pathname + search}>
        The dashboard is for the people who run the shop.
      </SignInPrompt>
    </>
  )
}
