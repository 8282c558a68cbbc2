import type { ReactNode } from 'react'
import { useId } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { AuthPage, Confirmation } from '#app/auth/auth-page.tsx'
import type { SignInNotice } from '#app/auth/sign-in-notice.ts'
import type { PageWords } from '#app/auth/words.ts'
import { withQuery } from '#app/frame/return-to.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import { PasswordField } from '#app/kit/password-field.tsx'
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
import { LANGUAGE_NAMES, type Language } from '#shop/programme/worker.ts'

const MODES = {
  signin: { path: SIGN_IN_PATH, schema: signInInput },
  signup: { path: SIGN_UP_PATH, schema: signUpInput },
  reset: { path: RESET_PASSWORD_PATH, schema: resetInput },
  verify: { path: VERIFY_EMAIL_PATH, schema: resetInput },
} as const

/** The answer to a form; `sentTo` is the address that an email went to. */
export type AuthAnswer = FormAnswer<{ sentTo: string }>

export type AuthFormProps = {
  mode: AuthMode
  words: PageWords
  returnTo: string | null
  answer: AuthAnswer | undefined
  /** Why the visitor was sent to this page; null without a reason to show. */
  notice?: SignInNotice | null
  /** The initial value of the email field. */
  email?: string
  isDemo: boolean
}

/** The form of four pages: sign in, create an account, ask for a link to reset the password or to verify the address. */
export function AuthForm({
  mode,
  words,
  returnTo,
  answer,
  notice,
  email = '',
  isDemo,
  children,
}: AuthFormProps & { children?: ReactNode }) {
  const { path, schema } = MODES[mode]
  const { submit, busy } = words.page
  const action = withQuery(path, { returnTo })
  const refusal = providerRefusal(answer, notice)
  const own = refusal ? undefined : answer
  const { inWords } = words
  const { props, box, field, isBusy } = useBoxedForm(schema, own, { initial: { email }, inWords })
  const isSignedIn = useNavigation().location?.pathname === SIGNED_IN_PATH
  if (answer?.ok) {
    return <SentPage words={words} email={answer.done.sentTo} returnTo={returnTo} isDemo={isDemo} />
  }
  const isNew = mode === 'signup'
  return (
    <AuthPage words={words}>
      {children}
      {notice && !answer && !refusal && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <Form {...props} method="post" action={action} noValidate className="grid gap-5">
        {isNew && <TextField {...field('fullName')} label={words.fullName} autoComplete="name" />}
        <TextField
          {...field('email')}
          label={words.email}
          type="email"
          autoComplete={isNew ? 'email' : 'username'}
        />
        {mode === 'signin' && (
          <PasswordField
            {...field('password')}
            label={words.password}
            show={words.showPassword}
            autoComplete="current-password"
            {...(box.problem && { autoFocus: true })}
          />
        )}
        {isNew && <NewPasswordFields label={words.password} words={words} field={field} />}
        <ProblemBox {...box} />
        <SubmitButton
          label={submit}
          busyLabel={isSignedIn ? words.completing : busy}
          isBusy={isBusy}
          autoFocus={mode !== 'signin' && box.problem !== null}
        />
      </Form>
      {!sendsLink(mode) && <ProviderButtons action={action} words={words} refusal={refusal} />}
      <AuthLinks mode={mode} words={words} returnTo={returnTo} />
    </AuthPage>
  )
}

/** The result of a provider's button: its answer, or the error with which the provider sent the visitor back; null for neither. */
function providerRefusal(
  answer: AuthAnswer | undefined,
  notice: SignInNotice | null | undefined,
): { message: string; provider: string } | null {
  if (answer) {
    const provider = answer.ok ? undefined : answer.values.provider
    return !answer.ok && provider && answer.message ? { message: answer.message, provider } : null
  }
  return notice?.provider ? { message: notice.text, provider: notice.provider } : null
}

type NewPasswordProps = { label: string; words: PageWords } & Pick<ReturnType<typeof useBoxedForm>, 'field'>

/** A new password, twice. */
export function NewPasswordFields({ label, words, field }: NewPasswordProps) {
  return (
    <>
      <PasswordField
        {...field('password')}
        label={label}
        show={words.showPassword}
        autoComplete="new-password"
        hint={words.passwordHint}
      />
      <PasswordField
        {...field('confirmPassword')}
        label={words.confirmPassword}
        show={words.showConfirmPassword}
        autoComplete="new-password"
      />
    </>
  )
}

type ProviderProps = { action: string; words: PageWords; refusal: ReturnType<typeof providerRefusal> }

/** Sign-in by Google or Outlook: a form of its own, so that Enter in a field never sends it. */
function ProviderButtons({ action, words, refusal }: ProviderProps) {
  const id = useId()
  const button = (provider: 'google' | 'outlook') => {
    const isCause = refusal?.provider === provider
    return (
      <Button
        look="line"
        name="provider"
        value={provider}
        // The page scrolls to it, also without JavaScript.
        {...(isCause && { autoFocus: true, 'aria-describedby': id })}
      >
        {words[provider]}
      </Button>
    )
  }
  return (
    <Form method="post" action={action} className="grid gap-3 border-t border-line pt-6">
      <ProblemBox id={id} problem={refusal && { message: refusal.message, field: null }} />
      <div className="grid gap-3 sm:grid-cols-2">
        {button('google')}
        {button('outlook')}
      </div>
    </Form>
  )
}

type SentPageProps = { words: PageWords; email: string; returnTo: string | null; isDemo: boolean }

/** Replaces the form once an email is sent. It reads the same whether or not the address has an account. */
function SentPage({ words, email, returnTo, isDemo }: SentPageProps) {
  const { sent } = words
  const mailbox = (
    <Link to={withQuery('/demo/mailbox', { to: email })} className="link">
      {words.mailbox}
    </Link>
  )
  return (
    <AuthPage words={words} title={words.checkEmail} lead="">
      {sent && (
        <Confirmation>
          <p className="text-lg">{sent.line}</p>
          <p className="text-ink-soft">
            <Filled text={sent.more} mark="{email}">
              <b className="break-words">{email}</b>
            </Filled>
          </p>
        </Confirmation>
      )}
      {isDemo && (
        <Banner live={false} title={words.demoTitle}>
          <Filled text={words.demo} mark="{mailbox}">
            {mailbox}
          </Filled>
        </Banner>
      )}
      <ModeLink mode="signin" returnTo={returnTo} label={words.backToSignIn} />
    </AuthPage>
  )
}

/** A text with an element in the place of its mark. */
function Filled({ text, mark, children }: { text: string; mark: string; children: ReactNode }) {
  const [before, after] = text.split(mark)
  return (
    <>
      {before}
      {children}
      {after}
    </>
  )
}

type LinksProps = { mode: AuthMode; returnTo: string | null }

/** Links to the other modes, and on the sign-up form to the privacy policy. */
function AuthLinks({ mode, words, returnTo }: LinksProps & { words: PageWords }) {
  if (sendsLink(mode)) return <ModeLink mode="signin" returnTo={returnTo} label={words.backToSignIn} />
  return (
    <div className="grid gap-3">
      {mode === 'signin' && <ModeLink mode="reset" returnTo={returnTo} label={words.forgot} />}
      <p>
        {mode === 'signin' ? words.newHere : words.haveAccount}{' '}
        {mode === 'signin' ? (
          <ModeLink mode="signup" returnTo={returnTo} label={words.createAccount} />
        ) : (
          <ModeLink mode="signin" returnTo={returnTo} label={words.signIn} />
        )}
      </p>
      {mode === 'signup' && (
        <p className="text-sm text-ink-soft">
          <Filled text={words.privacy} mark="{policy}">
            <Link to="/privacy" className="underline">
              {words.policy}
            </Link>
          </Filled>
        </p>
      )}
    </div>
  )
}

/** Shows the page in the other language. */
export function LanguageLink({ language, to }: { language: Language; to: string }) {
  return (
    <Link to={to} lang={language} reloadDocument className="link justify-self-start">
      {LANGUAGE_NAMES[language]}
    </Link>
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
