import { useId } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { AuthField } from '#app/auth/auth-field.tsx'
import { AuthPage, Confirmation } from '#app/auth/auth-page.tsx'
import { useProblem } from '#app/auth/use-problem.ts'
import { withQuery } from '#app/frame/return-to.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import type { Problem } from '#app/kit/form-fields.ts'
import { ProblemBox } from '#app/kit/problem-box.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { resetInput, signInInput, signUpInput } from '#shop/customers/input.ts'

const MODES = {
  signin: {
    path: '/auth/signin',
    title: 'Sign in',
    lead: null,
    submit: 'Sign In',
    busy: 'Signing in...',
    schema: signInInput,
  },
  signup: {
    path: '/auth/signup',
    title: 'Create account',
    lead: 'To place orders and track them to your door.',
    submit: 'Create Account',
    busy: 'Creating account...',
    schema: signUpInput,
  },
  reset: {
    path: '/auth/reset-password',
    title: 'Reset password',
    lead: "Enter your email address and we'll send you a link to reset your password.",
    submit: 'Send Reset Link',
    busy: 'Sending link...',
    schema: resetInput,
  },
  verify: {
    path: '/auth/verify-email',
    title: 'Verify your email address',
    lead: 'The link that we send you works once, for one hour.',
    submit: 'Send New Link',
    busy: 'Sending link...',
    schema: resetInput,
  },
} as const

const WORDS = { signin: SignedUp, signup: SignedUp, reset: ResetAsked, verify: VerificationAsked }

/** The server's answer to the last post of the form. */
export type AuthAnswer = {
  problem: Problem | null
  values: { email: string; fullName: string }
  /** The address that a mail went to: the form has done its work. */
  sentTo: string | null
}

export type AuthFormProps = {
  mode: AuthMode
  returnTo: string | null
  answer: AuthAnswer | undefined
  /** Why the visitor was sent to this page; null when nothing is to be said. */
  notice?: { tone: 'positive' | 'danger'; text: string } | null
  /** Filled in when nothing was typed yet. */
  email?: string
  isDemo: boolean
}

/** Sign in, create an account, ask for a link to reset the password or to verify the address: one form, several modes. */
export function AuthForm({ mode, returnTo, answer, notice, email, isDemo }: AuthFormProps) {
  const { path, title, lead, submit, busy, schema } = MODES[mode]
  const action = withQuery(path, { returnTo })
  const { problem, isBusy, onSubmit } = useProblem(schema, answer?.problem ?? null)
  const isIn = useNavigation().location?.pathname === '/auth/callback'
  const problemId = useId()
  if (answer?.sentTo)
    return <SentPage mode={mode} email={answer.sentTo} returnTo={returnTo} isDemo={isDemo} />
  const values = answer?.values ?? { email: email ?? '', fullName: '' }
  return (
    <AuthPage title={title} lead={lead}>
      {notice && !answer && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <Form method="post" action={action} noValidate onSubmit={onSubmit} className="grid gap-5">
        <ProblemBox id={problemId} problem={problem} />
        <AuthFields mode={mode} values={values} problem={problem} problemId={problemId} />
        <SubmitButton label={submit} busyLabel={isIn ? 'Completing sign in...' : busy} isBusy={isBusy} />
      </Form>
      {!sendsLink(mode) && <ProviderButtons action={action} />}
      <AuthLinks mode={mode} returnTo={returnTo} />
    </AuthPage>
  )
}

type FieldsProps = {
  mode: AuthMode
  values: AuthAnswer['values']
  problem: Problem | null
  problemId: string
}

function AuthFields({ mode, values, ...told }: FieldsProps) {
  const isNew = mode === 'signup'
  return (
    <>
      {isNew && (
        <AuthField
          name="fullName"
          label="Full name"
          autoComplete="name"
          defaultValue={values.fullName}
          {...told}
        />
      )}
      <AuthField
        name="email"
        label="Email"
        type="email"
        autoComplete={isNew ? 'email' : 'username'}
        defaultValue={values.email}
        {...told}
      />
      {mode === 'signin' && (
        <AuthField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          {...told}
        />
      )}
      {isNew && <NewPasswordFields label="Password" {...told} />}
    </>
  )
}

/** A new password, twice. */
export function NewPasswordFields({
  label,
  ...told
}: {
  label: string
  problem: Problem | null
  problemId: string
}) {
  return (
    <>
      <AuthField
        name="password"
        label={label}
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
        {...told}
      />
      <AuthField
        name="confirmPassword"
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        {...told}
      />
    </>
  )
}

/** Signing in or up with an account one has elsewhere: a form of its own, so that Enter in a field never sends it. */
function ProviderButtons({ action }: { action: string }) {
  return (
    <Form method="post" action={action} className="grid gap-3 border-t border-line pt-6 sm:grid-cols-2">
      <Button look="line" name="provider" value="google">
        Continue with Google
      </Button>
      <Button look="line" name="provider" value="outlook">
        Continue with Outlook
      </Button>
    </Form>
  )
}

type SentPageProps = { mode: AuthMode; email: string; returnTo: string | null; isDemo: boolean }

/** In the form's place: which mail to look for. It reads the same whether or not the address has an account. */
function SentPage({ mode, email, returnTo, isDemo }: SentPageProps) {
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

type LinksProps = { mode: AuthMode; returnTo: string | null }

/** The ways from one mode to the others, and to the privacy policy where somebody is about to tell who they are. */
function AuthLinks({ mode, returnTo }: LinksProps) {
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

function ModeLink({ mode, returnTo, label }: LinksProps & { label: string }) {
  return (
    <Link to={withQuery(MODES[mode].path, { returnTo })} className="link justify-self-start">
      {label}
    </Link>
  )
}

/** The modes that ask for an address and send a link to it. */
function sendsLink(mode: AuthMode): boolean {
  return mode === 'reset' || mode === 'verify'
}

type AuthMode = keyof typeof MODES
