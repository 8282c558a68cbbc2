import { useId } from 'react'
import { data, Form, type RouterContextProvider, redirect, useNavigation } from 'react-router'
import {
  type AccountsAnswer,
  accountsRefused,
  askAccounts,
  formRefused,
  mailSent,
  ownOrigin,
  withCookies,
} from '#app/auth/auth.server.ts'
import { AuthField } from '#app/auth/auth-field.tsx'
import { type AuthAnswer, AuthForm, NewPasswordFields } from '#app/auth/auth-form.tsx'
import { AuthPage } from '#app/auth/auth-page.tsx'
import { useProblem } from '#app/auth/use-problem.ts'
import { returnToOf, withQuery } from '#app/frame/return-to.ts'
import { checkForm, textOf } from '#app/kit/form-fields.ts'
import { ProblemBox } from '#app/kit/problem-box.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { verificationLink } from '#infra/accounts/verification-link.ts'
import { finishInput, resetInput } from '#shop/customers/input.ts'
import type { Route } from './+types/verify-email.ts'

export const handle: PageHandle = {
  search: 'noindex',
  formTargets: 'sign-in',
  access: { get: 200, post: 422 },
}

const NOTICES = {
  old: {
    tone: 'danger',
    text: 'This link is too old or is not complete. Ask for a new one here.',
  },
  used: {
    tone: 'danger',
    text: 'This link was used already, and your email address is verified: you can sign in. If you cannot, ask for a new link here.',
  },
} as const

/**
 * With the token of a mail: offers to use it, unless it is old or was used; in another browser than the one that signed up
 * it asks for a name and a password first. Without a token: asks for another link.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { auth, ctx, mailbox } = context.get(requestContext)
  const page = {
    returnTo: returnToOf(request.url),
    isDemo: mailbox !== null,
    token: null,
    isOwn: false,
    notice: null,
  }
  const token = new URL(request.url).searchParams.get('token')
  if (!token) return data(page)
  const link = await verificationLink({ auth, db: ctx.db }, token, request.headers.get('cookie') ?? '')
  return link === 'own' || link === 'other'
    ? data({ ...page, token, isOwn: link === 'own' })
    : data({ ...page, notice: NOTICES[link] }, { status: 410 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  if (!form.has('token')) return askForLink(request, context, form)
  const token = textOf(form, 'token')
  if (!form.has('password')) return verify(request, context, { token })
  const checked = checkForm(finishInput, form)
  if (!checked.ok) return formRefused(form, checked.problem)
  const { fullName: name, password } = checked.value
  return verify(request, context, { token, name, password })
}

type Context = Readonly<RouterContextProvider>

/** Verifies the address and signs in, once. */
async function verify(request: Request, context: Context, sent: { token: string } & Record<string, string>) {
  const returnTo = returnToOf(request.url)
  const answer = await askAccounts(request, context, '/verify-email', sent)
  if (opensSession(answer))
    return redirect(withQuery('/auth/callback', { returnTo }), { headers: withCookies(answer.cookies) })
  if (answer.status >= 500 || answer.wait > 0) throw data(null, { status: answer.status })
  // The page of the link says what is the matter with it, or asks for what is missing.
  return redirect(withQuery('/auth/verify-email', { token: sent.token, returnTo }))
}

function opensSession({ ok, cookies }: AccountsAnswer): boolean {
  return ok && cookies.some((cookie) => cookie.includes('session_token='))
}

/** The answer is the same whether or not there is something to verify. */
async function askForLink(request: Request, context: Context, form: FormData) {
  const checked = checkForm(resetInput, form)
  if (!checked.ok) return formRefused(form, checked.problem)
  const { email } = checked.value
  const callbackURL = ownOrigin(request) + withQuery('/auth/callback', { returnTo: returnToOf(request.url) })
  const answer = await askAccounts(request, context, '/send-verification-email', { email, callbackURL })
  return answer.ok ? mailSent(email) : accountsRefused(form, answer)
}

/** A post that has to wait says so in its headers too. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { token, isOwn, ...asking } = loaderData
  const { returnTo } = asking
  if (token && isOwn) return <VerifyButton token={token} returnTo={returnTo} />
  if (token) return <FinishSignUp token={token} returnTo={returnTo} answer={actionData} />
  return <AuthForm mode="verify" answer={actionData} {...asking} />
}

type LinkProps = { token: string; returnTo: string | null }

/** Where the link in a mail leads that proves an address. Only the button uses the link: scanners of mails open pages. */
function VerifyButton({ token, returnTo }: LinkProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <AuthPage
      title="Verify your email address"
      lead="One press finishes your account, and signs you in on this device."
    >
      <Form
        method="post"
        action={withQuery('/auth/verify-email', { returnTo })}
        // A second press would be answered that the link was used already, by the first.
        onSubmit={(event) => isBusy && event.preventDefault()}
      >
        <input type="hidden" name="token" value={token} />
        <SubmitButton label="Verify My Email" busyLabel="Verifying..." isBusy={isBusy} />
      </Form>
    </AuthPage>
  )
}

/** The same where this browser did not sign up: whoever typed name and password may not own the address. */
function FinishSignUp({ token, returnTo, answer }: LinkProps & { answer: AuthAnswer | undefined }) {
  const { problem, isBusy, onSubmit } = useProblem(finishInput, answer?.problem ?? null)
  const problemId = useId()
  return (
    <AuthPage
      title="Finish your account"
      lead="This account was started in another browser, or more than once. So that only you can open it, please choose your name and password here."
    >
      <Form
        method="post"
        action={withQuery('/auth/verify-email', { token, returnTo })}
        noValidate
        onSubmit={onSubmit}
        className="grid gap-5"
      >
        <ProblemBox id={problemId} problem={problem} />
        <input type="hidden" name="token" value={token} />
        <AuthField
          name="fullName"
          label="Full name"
          autoComplete="name"
          defaultValue={answer?.values.fullName ?? ''}
          problem={problem}
          problemId={problemId}
        />
        <NewPasswordFields label="Password" problem={problem} problemId={problemId} />
        <SubmitButton label="Verify and Sign In" busyLabel="Verifying..." isBusy={isBusy} />
      </Form>
    </AuthPage>
  )
}
