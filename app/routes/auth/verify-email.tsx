import { data, redirect } from 'react-router'
import {
  type AccountsAnswer,
  accountsRefused,
  askAccounts,
  formRefused,
  mailSent,
  ownOrigin,
  withCookies,
} from '#app/http/auth.server.ts'
import { checkForm } from '#app/http/check-form.ts'
import { formOf } from '#app/http/form.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { returnToOf, withQuery } from '#app/http/return-to.ts'
import type { PageHandle } from '#app/root.tsx'
import { AuthForm } from '#app/ui/auth/auth-form.tsx'
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

/** With the token of a mail: verifies the address and signs in, once. Without one, or with an old one: asks for another. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const returnTo = returnToOf(request.url)
  const token = new URL(request.url).searchParams.get('token')
  const page = { returnTo, isDemo: context.get(requestContext).mailbox !== null }
  if (!token) return data({ ...page, notice: null })
  const answer = await askAccounts(request, context, `/verify-email?${new URLSearchParams({ token })}`)
  if (opensSession(answer)) {
    throw redirect(withQuery('/auth/callback', { returnTo }), { headers: withCookies(answer.cookies) })
  }
  if (answer.status >= 500 || answer.wait > 0) throw data(null, { status: answer.status })
  return data({ ...page, notice: NOTICES[answer.ok ? 'used' : 'old'] }, { status: 410 })
}

function opensSession({ ok, cookies }: AccountsAnswer): boolean {
  return ok && cookies.some((cookie) => cookie.includes('session_token='))
}

/** The answer is the same whether or not there is something to verify. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
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
  return <AuthForm mode="verify" answer={actionData} {...loaderData} />
}
