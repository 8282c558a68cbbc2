import { Link } from 'react-router'
import { ModeLink } from '#app/auth/auth-links.tsx'
import { AuthPage, Confirmation } from '#app/auth/auth-page.tsx'
import type { AuthMode } from '#app/auth/modes.ts'
import { withQuery } from '#app/frame/return-to.ts'
import { Banner } from '#app/kit/banner.tsx'

type SentPageProps = { mode: AuthMode; email: string; returnTo: string | null; isDemo: boolean }

/** In the form's place: which mail to look for. It reads the same whether or not the address has an account. */
export function SentPage({ mode, email, returnTo, isDemo }: SentPageProps) {
  const Words = WORDS[mode]
  return (
    <AuthPage title="Check your email">
      <Confirmation>
        <Words email={email} />
      </Confirmation>
      {isDemo && (
        <Banner live={false} title="This is a demonstration.">
          It sends no email: what would have been sent is in the{' '}
          <Link to={withQuery('/demo/mailbox', { to: email })} className="link">
            demo mailbox
          </Link>
          .
        </Banner>
      )}
      <ModeLink mode="signin" returnTo={returnTo} label="Back to Sign In" />
    </AuthPage>
  )
}

function SignedUp({ email }: { email: string }) {
  return (
    <>
      <p className="text-lg">Please check your email to verify your account.</p>
      <p className="text-ink-soft">
        We’ve emailed <b className="break-words">{email}</b>. The link in it works for one hour. Nothing
        there? Check your spam folder, or sign in with your new password and we’ll send a new link.
      </p>
    </>
  )
}

function ResetAsked({ email }: { email: string }) {
  return (
    <>
      <p className="text-lg">Please check your email for a link to reset your password.</p>
      <p className="text-ink-soft">
        If there is an account for <b className="break-words">{email}</b>, the link is on its way. It works
        once, for one hour.
      </p>
    </>
  )
}

function VerificationAsked({ email }: { email: string }) {
  return (
    <>
      <p className="text-lg">Please check your email to verify your account.</p>
      <p className="text-ink-soft">
        If there is an account for <b className="break-words">{email}</b> that is not verified yet, the link
        is on its way. It works once, for one hour.
      </p>
    </>
  )
}

const WORDS = { signin: SignedUp, signup: SignedUp, reset: ResetAsked, verify: VerificationAsked }
