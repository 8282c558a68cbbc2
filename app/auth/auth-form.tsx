import { Form, Link, useNavigation } from 'react-router'
import { AuthPage, Confirmation } from '#app/auth/auth-page.tsx'
import { withQuery } from '#app/frame/return-to.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import {
  RESET_PASSWORD_PATH,
  SIGN_IN_PATH,
  SIGN_UP_PATH,
  SIGNED_IN_PATH,
  VERIFY_EMAIL_PATH,
} from '#app/kit/paths.ts'
import { ProblemBox, useBoxedForm } from '#app/kit/problem-box.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { resetInput, signInInput, signUpInput } from '#shop/customers/input.ts'

const MODES = {
  signin: {
    path: SIGN_IN_PATH,
    title: 'Sign in',
    lead: null,
    submit: 'Sign In',
    busy: 'Signing in...',
    schema: signInInput,
  },
  signup: {
    path: SIGN_UP_PATH,
    title: 'Create account',
    lead: 'To place orders and track them to your door.',
    submit: 'Create Account',
    busy: 'Creating account...',
    schema: signUpInput,
  },
  reset: {
    path: RESET_PASSWORD_PATH,
    title: 'Reset password',
    lead: "Enter your email address and we'll send you a link to reset your password.",
    submit: 'Send Reset Link',
    busy: 'Sending link...',
    schema: resetInput,
  },
  verify: {
    path: VERIFY_EMAIL_PATH,
    title: 'Verify your email address',
    lead: 'The link that we send you works once, for one hour.',
    submit: 'Send New Link',
    busy: 'Sending link...',
    schema: resetInput,
  },
} as const

const WORDS = { signin: SignedUp, signup: SignedUp, reset: ResetAsked, verify: VerificationAsked }

/** The answer to a form; `sentTo` is the address that an email went to. */
export type AuthAnswer = FormAnswer<{ sentTo: string }>

export type AuthFormProps = {
  mode: AuthMode
  returnTo: string | null
  answer: AuthAnswer | undefined
  /** Why the visitor was sent to this page; null without a reason to show. */
  notice?: { tone: 'positive' | 'danger'; text: string } | null
  /** The initial value of the email field. */
  email?: string
  isDemo: boolean
}

/** The form of four pages: sign in, create an account, ask for a link to reset the password or to verify the address. */
export function AuthForm({ mode, returnTo, answer, notice, email = '', isDemo }: AuthFormProps) {
  const { path, title, lead, submit, busy, schema } = MODES[mode]
  const action = withQuery(path, { returnTo })
  const { props, box, field, isBusy } = useBoxedForm(schema, answer, { email })
  const isSignedIn = useNavigation().location?.pathname === SIGNED_IN_PATH
  if (answer?.ok) {
    return <SentPage mode={mode} email={answer.done.sentTo} returnTo={returnTo} isDemo={isDemo} />
  }
  const isNew = mode === 'signup'
  return (
    <AuthPage title={title} lead={lead}>
      {notice && !answer && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <Form {...props} method="post" action={action} noValidate className="grid gap-5">
        <ProblemBox {...box} />
        {isNew && <TextField {...field('fullName')} label="Full name" autoComplete="name" />}
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          autoComplete={isNew ? 'email' : 'username'}
        />
        {mode === 'signin' && (
          <TextField
            {...field('password')}
            label="Password"
            type="password"
            autoComplete="current-password"
          />
        )}
        {isNew && <NewPasswordFields label="Password" field={field} />}
        <SubmitButton
          label={submit}
          busyLabel={isSignedIn ? 'Completing sign in...' : busy}
          isBusy={isBusy}
        />
      </Form>
      {!sendsLink(mode) && <ProviderButtons action={action} />}
      <AuthLinks mode={mode} returnTo={returnTo} />
    </AuthPage>
  )
}

type NewPasswordProps = { label: string } & Pick<ReturnType<typeof useBoxedForm>, 'field'>

/** A new password, twice. */
export function NewPasswordFields({ label, field }: NewPasswordProps) {
  return (
    <>
      <TextField
        {...field('password')}
        label={label}
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
      />
      <TextField
        {...field('confirmPassword')}
        label="Confirm password"
        type="password"
        autoComplete="new-password"
      />
    </>
  )
}

/** Sign-in by Google or Outlook: a form of its own, so that Enter in a field never sends it. */
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

/** Replaces the form once an email is sent. It reads the same whether or not the address has an account. */
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

/** Links to the other modes, and on the sign-up form to the privacy policy. */
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

/** True for the modes that email a link. */
function sendsLink(mode: AuthMode): boolean {
  return mode === 'reset' || mode === 'verify'
}

type AuthMode = keyof typeof MODES
