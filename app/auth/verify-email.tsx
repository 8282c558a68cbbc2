import { data, type RouterContextProvider, redirect } from 'react-router'
import {
  type AccountsAnswer,
  accountsRefused,
  askAccounts,
  formRefused,
  mailSent,
  ownOrigin,
  withCookies,
} from '#app/auth/auth.server.ts'
import { AuthForm } from '#app/auth/auth-form.tsx'
import { FinishSignUp, VerifyButton } from '#app/auth/verify-button.tsx'
import { returnToOf, withQuery } from '#app/frame/return-to.ts'
import { checkForm, textOf } from '#app/kit/form-fields.ts'
import { requestContext } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { verificationLink } from '#infra/accounts/verification-link.ts'
import { finishInput, resetInput } from '#shop/customers/input.ts'
import type { Route } from './+types/verify-email.ts'

export const handle: PageHandle = { search: 'noindex', access: { get: 200, post: 422 } }

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
