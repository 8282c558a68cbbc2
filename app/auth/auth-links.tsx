import { Link } from 'react-router'
import { type AuthMode, MODES, sendsLink } from '#app/auth/modes.ts'
import { withQuery } from '#app/frame/return-to.ts'

type LinksProps = { mode: AuthMode; returnTo: string | null }

/** The ways from one mode to the others, and to the privacy policy where somebody is about to tell who they are. */
export function AuthLinks({ mode, returnTo }: LinksProps) {
  if (sendsLink(mode)) return <ModeLink mode="signin" returnTo={returnTo} label="Back to Sign In" />
  return (
    <div className="grid gap-3">
      {mode === 'signin' && <ModeLink mode="reset" returnTo={returnTo} label="Forgot password?" />}
      <p>
        {mode === 'signin' ? 'New here? ' : 'Already have an account? '}
        {mode === 'signin' ? (
          <ModeLink mode="signup" returnTo={returnTo} label="Create an account" />
        ) : (
          <ModeLink mode="signin" returnTo={returnTo} label="Sign in" />
        )}
      </p>
      {mode === 'signup' && (
        <p className="text-sm text-ink-soft">
          What we keep about you, and why, is in our{' '}
          <Link to="/privacy" className="underline">
            privacy policy
          </Link>
          .
        </p>
      )}
    </div>
  )
}

export function ModeLink({ mode, returnTo, label }: LinksProps & { label: string }) {
  return (
    <Link to={withQuery(MODES[mode].path, { returnTo })} className="link justify-self-start">
      {label}
    </Link>
  )
}
