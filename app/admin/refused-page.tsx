import { DASHBOARD } from '#app/admin/tabs.ts'
import { AccessDenied } from '#app/frame/access-denied.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'

/** In place of the dashboard. 401: a visitor is asked to sign in; 403: this person is no admin. */
export default function RefusedPage({ status }: { status: number }) {
  if (status === 403)
    return <AccessDenied>You don't have permission to access the admin dashboard.</AccessDenied>
  return (
    <>
      <title>Admin Dashboard</title>
      <SignInPrompt title="Please sign in to access admin dashboard" returnTo={DASHBOARD}>
        The dashboard is for the people who run the shop.
      </SignInPrompt>
    </>
  )
}
