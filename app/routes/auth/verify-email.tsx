import { data, type RouterContextProvider, redirect } from 'react-router'
import {
  type AccountsAnswer,
  accountsRefused,
  askAccounts,
  formRefused,
  mailSent,
  ownOrigin,
  withCookies,
} from '#app/http/auth.server.ts'
import { checkForm, textOf } from '#app/http/check-form.ts'
import { formOf } from '#app/http/form.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { returnToOf, withQuery } from '#app/http/return-to.ts'
import type { PageHandle } from '#app/root.tsx'
import { AuthForm } from '#app/ui/auth/auth-form.tsx'
import { VerifyButton } from '#app/ui/auth/verify-button.tsx'
import { verificationLink } from '#infra/accounts/verification-link.ts'
import { resetInput } from '#shop/customers/input.ts'
import type { Route } from './+types/verify-email.ts'

export const handle: PageHandle = { noindex: true }

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

/** With the token of a mail: offers to use it, unless it is old or was used. Without one: asks for another. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { auth, mailbox } = context.get(requestContext)
  const page = { returnTo: returnToOf(request.url), isDemo: mailbox !== null, token: null, notice: null }
  const token = new URL(request.url).searchParams.get('token')
  if (!token) return data(page)
  const link = await verificationLink(auth, token)
  return link === 'open'
    ? data({ ...page, token })
    : data({ ...page, notice: NOTICES[link] }, { status: 410 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  return form.has('token')
    ? verify(request, context, textOf(form, 'token'))
    : askForLink(request, context, form)
}

type Context = Readonly<RouterContextProvider>

/** Verifies the address and signs in, once. */
async function verify(request: Request, context: Context, token: string) {
  const returnTo = returnToOf(request.url)
  const answer = await askAccounts(request, context, `/verify-email?${new URLSearchParams({ token })}`)
  if (opensSession(answer))
    return redirect(withQuery('/auth/callback', { returnTo }), { headers: withCookies(answer.cookies) })
  if (answer.status >= 500 || answer.wait > 0) throw data(null, { status: answer.status })
  // The page of the link says what is the matter with it.
  return redirect(withQuery('/auth/verify-email', { token, returnTo }))
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
  const { token, ...asking } = loaderData
  if (token) return <VerifyButton token={token} returnTo={asking.returnTo} />
  return <AuthForm mode="verify" answer={actionData} {...asking} />
}
