import { useId } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { AuthPage, Confirmation, Interpolate } from '#app/auth/auth-page.tsx'
import { PasswordStrength } from '#app/auth/password-strength.tsx'
import type { SignInNotice } from '#app/auth/sign-in-notice.ts'
import type { PageWords } from '#app/auth/words.ts'
import { type SignInParams, withQuery } from '#app/frame/return-to.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { type FormAnswer, firstProblem } from '#app/kit/form-fields.ts'
import { Link, TextLink } from '#app/kit/link.tsx'
import { PasswordField } from '#app/kit/password-field.tsx'
import {
  isWorkerPath,
  RESET_PASSWORD_PATH,
  SIGN_IN_PATH,
  SIGN_UP_PATH,
  SIGNED_IN_PATH,
  VERIFY_EMAIL_PATH,
  WORKER_SIGN_IN_PATH,
} from '#app/kit/paths.ts'
import { ProblemBox, useBoxedForm } from '#app/kit/problem-box.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { finishInput, newPasswordInput, resetInput, signInInput, signUpInput } from '#shop/customers/input.ts'
import { type Language, languageName } from '#shop/programme/worker.ts'

const MODES = {
  signin: { path: SIGN_IN_PATH, schema: signInInput },
  signup: { path: SIGN_UP_PATH, schema: signUpInput },
  reset: { path: RESET_PASSWORD_PATH, schema: resetInput },
  verify: { path: VERIFY_EMAIL_PATH, schema: resetInput },
} as const

/** The answer to a form; `sentTo` is the address that an email went to. */
export type AuthAnswer = FormAnswer<{ sentTo: string }>

export function AuthForm({
  mode,
  words,
  onward,
  answer,
  notice,
  email = '',
  isDemo,
  isInApp,
}: {
  mode: AuthMode
  words: PageWords
  onward: SignInParams
  answer: AuthAnswer | undefined
  /** The reason why the visitor was sent to this page, or null. */
  notice?: SignInNotice | null
  email?: string
  isDemo: boolean
  /** True if the page is open in another app's browser, where Google refuses sign-ins. */
  isInApp: boolean
}) {
  const { path, schema } = MODES[mode]
  // A post that only changes the language or the page is no attempt: it has neither a result nor problems.
  const isAnswered = answer !== undefined && (answer.ok || firstProblem(answer) !== null)
  const refusal = providerRefusal(isAnswered ? answer : undefined, notice)
  const formAnswer = refusal && answer && !answer.ok ? { ...answer, message: null } : answer
  const { props, box, field, isBusy } = useBoxedForm(schema, formAnswer, {
    initial: { email },
    translations: words.translations,
    otherButtons: OTHER_BUTTONS,
  })
  const isSignedIn = useNavigation().location?.pathname === SIGNED_IN_PATH
  if (answer?.ok) {
    return <SentPage words={words} email={answer.done.sentTo} onward={onward} isDemo={isDemo} />
  }
  const isNew = mode === 'signup'
  return (
    <AuthPage words={words}>
      {notice && !isAnswered && !refusal && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <Form {...props} method="post" action={withQuery(path, onward)} noValidate className="grid gap-5">
        <LanguageSwitch to={words.switchTo} />
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
          label={words.page.submit}
          busyLabel={isSignedIn ? words.completing : words.page.busy}
          isBusy={isBusy}
          autoFocus={mode !== 'signin' && box.problem !== null}
        />
        {!sendsLink(mode) && <ProviderButtons words={words} refusal={refusal} isInApp={isInApp} />}
      </Form>
      {mode === 'signin' && isDemo && (
        <Banner live={false} title={words.demoTitle}>
          {words.demoFactor}
        </Banner>
      )}
      <AuthLinks mode={mode} words={words} onward={onward} formId={props.id} />
    </AuthPage>
  )
}

/** Returns the error at a provider's button: from starting the sign-in, or from the provider's redirect. */
function providerRefusal(answer: AuthAnswer | undefined, notice: SignInNotice | null | undefined) {
  if (answer) {
    const provider = answer.ok ? undefined : answer.values.provider
    return !answer.ok && provider && answer.message ? { message: answer.message, provider } : null
  }
  return notice?.button ? { message: notice.text, provider: notice.button } : null
}

type NewPasswordProps = { label: string; words: PageWords } & Pick<ReturnType<typeof useBoxedForm>, 'field'>

function NewPasswordFields({ label, words, field }: NewPasswordProps) {
  return (
    <>
      <PasswordField
        {...field('password')}
        label={label}
        show={words.showPassword}
        autoComplete="new-password"
        hint={words.passwordHint}
      />
      <PasswordStrength field="password" words={words} />
      <PasswordField
        {...field('confirmPassword')}
        label={words.confirmPassword}
        show={words.showConfirmPassword}
        autoComplete="new-password"
      />
    </>
  )
}

type ProviderProps = { words: PageWords; refusal: ReturnType<typeof providerRefusal>; isInApp: boolean }

/** Buttons to sign in with Google or Outlook. They are part of the form, so that the entered values stay. */
function ProviderButtons({ words, refusal, isInApp }: ProviderProps) {
  const id = useId()
  return (
    <div className="grid items-end gap-3 border-t border-line pt-6 sm:grid-cols-2">
      {(['google', 'outlook'] as const).map((provider) => {
        const isCause = refusal?.provider === provider
        return (
          <div key={provider} className="grid gap-3">
            {isInApp && provider === 'google' && <p className="field-hint">{words.googleElsewhere}</p>}
            {isCause && <ProblemBox id={id} problem={{ message: refusal.message, field: null }} />}
            <Button
              look="line"
              name="provider"
              value={provider}
              formNoValidate
              // The browser scrolls to the focused button, also without JavaScript.
              {...(isCause && { autoFocus: true, 'aria-describedby': id })}
            >
              {words[provider]}
            </Button>
          </div>
        )
      })}
    </div>
  )
}

type SentPageProps = { words: PageWords; email: string; onward: SignInParams; isDemo: boolean }

/** Replaces the form once an email is sent. Its text does not reveal whether the address has an account. */
function SentPage({ words, email, onward, isDemo }: SentPageProps) {
  const { mailed } = words
  const mailbox = <TextLink to={withQuery('/demo/mailbox', { to: email })}>{words.mailbox}</TextLink>
  return (
    <AuthPage words={words} title={words.checkEmail} lead="">
      {mailed && (
        <Confirmation>
          <p className="text-lg">{mailed.line}</p>
          <p className="text-ink-soft">
            <Interpolate text={mailed.more} mark="{email}">
              <b className="break-words">{email}</b>
            </Interpolate>
          </p>
        </Confirmation>
      )}
      {isDemo && (
        <Banner live={false} title={words.demoTitle}>
          <Interpolate text={words.demo} mark="{mailbox}">
            {mailbox}
          </Interpolate>
        </Banner>
      )}
      <ModeLink mode="signin" onward={onward} label={words.backToSignIn} />
    </AuthPage>
  )
}

type LinksProps = { mode: AuthMode; onward: SignInParams }

/** Links to the other modes. The button for a forgotten password passes the typed address on. */
function AuthLinks({ mode, words, onward, formId }: LinksProps & { words: PageWords; formId: string }) {
  if (sendsLink(mode)) return <ModeLink mode="signin" onward={onward} label={words.backToSignIn} />
  return (
    <div className="grid gap-3">
      {mode === 'signin' && (
        <button
          type="submit"
          form={formId}
          formNoValidate
          formAction={withQuery(RESET_PASSWORD_PATH, onward)}
          name="forgot"
          value="on"
          className="link justify-self-start"
        >
          {words.forgot}
        </button>
      )}
      {mode === 'signin' && isWorkerPath(onward.returnTo ?? '') && (
        <Link
          to={withQuery(WORKER_SIGN_IN_PATH, { returnTo: onward.returnTo })}
          reloadDocument
          className="link justify-self-start"
        >
          {words.byPin}
        </Link>
      )}
      <p>
        {mode === 'signin' ? words.newHere : words.haveAccount}{' '}
        {mode === 'signin' ? (
          <ModeLink mode="signup" onward={onward} label={words.createAccount} />
        ) : (
          <ModeLink mode="signin" onward={onward} label={words.signIn} />
        )}
      </p>
      {mode === 'signup' && (
        <p className="text-sm text-ink-soft">
          <Interpolate text={words.privacy} mark="{policy}">
            <Link to="/privacy" className="underline">
              {words.policy}
            </Link>
          </Interpolate>
        </p>
      )}
    </div>
  )
}

const OTHER_BUTTONS = ['language', 'provider', 'forgot'] as const

/** The page to which an emailed link leads, to choose a password. With `hasName`, also to enter the name. */
export function NewPasswordPage({
  path,
  hasName = false,
  words,
  token,
  onward,
  answer,
}: {
  path: string
  hasName?: boolean
  words: PageWords
  token: string
  onward: SignInParams
  answer: AuthAnswer | undefined
}) {
  const { props, box, field, isBusy } = useBoxedForm(hasName ? finishInput : newPasswordInput, answer, {
    ...words,
    otherButtons: OTHER_BUTTONS,
  })
  return (
    <AuthPage words={words}>
      <Form
        {...props}
        method="post"
        action={withQuery(path, { token, ...onward })}
        noValidate
        className="grid gap-5"
      >
        <LanguageSwitch to={words.switchTo} />
        <input type="hidden" name="token" value={token} />
        {hasName && <TextField {...field('fullName')} label={words.fullName} autoComplete="name" />}
        <NewPasswordFields label={hasName ? words.password : words.newPassword} words={words} field={field} />
        <ProblemBox {...box} />
        <SubmitButton
          label={words.page.submit}
          busyLabel={words.page.busy}
          isBusy={isBusy}
          autoFocus={box.problem !== null}
        />
      </Form>
    </AuthPage>
  )
}

/** A button that shows the page in the other language and keeps the entered values. */
export function LanguageSwitch({ to }: { to: Language | null }) {
  const { pathname, search } = useLocation()
  if (!to) return null
  const params = new URLSearchParams(search)
  params.set('language', to)
  return (
    <>
      {/* Enter in a field presses the first button of a form. */}
      <button type="submit" className="hidden" />
      <button
        type="submit"
        name="language"
        value={to}
        lang={to}
        formNoValidate
        formAction={`${pathname}?${params}`}
        className="link min-h-11 justify-self-start"
      >
        {languageName(to)}
      </button>
    </>
  )
}

function ModeLink({ mode, onward, label }: LinksProps & { label: string }) {
  return (
    <Link to={withQuery(MODES[mode].path, onward)} className="link justify-self-start">
      {label}
    </Link>
  )
}

function sendsLink(mode: AuthMode): boolean {
  return mode === 'reset' || mode === 'verify'
}

type AuthMode = keyof typeof MODES
