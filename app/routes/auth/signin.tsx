import { redirect } from 'react-router'
import { accountsRefused, askAccounts, formRefused, withCookies } from '#app/http/auth.server.ts'
import { checkForm } from '#app/http/check-form.ts'
import { formOf } from '#app/http/form.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import { returnToOf, withQuery } from '#app/http/return-to.ts'
import { providerOf, providerRefused } from '#app/http/sign-in-providers.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { AuthForm } from '#app/ui/auth/auth-form.tsx'
import { signInInput } from '#shop/customers/input.ts'
import type { Route } from './+types/signin.ts'

export const handle: PageHandle = { noindex: true }

const NOTICES = {
  auth_failed: {
    tone: 'danger',
    text: 'Sign-in did not work: the link may be old or was used already. Sign in here; if your email address still has to be verified, we will send you a fresh link.',
  },
  unexpected_error: { tone: 'danger', text: 'Something went wrong while signing you in. Please try again.' },
  password_changed: { tone: 'positive', text: 'Your password has been changed. Sign in with the new one.' },
} as const

function noticeOf(params: URLSearchParams) {
  const name = params.get('error') ?? params.get('notice') ?? ''
  return Object.hasOwn(NOTICES, name) ? NOTICES[name as keyof typeof NOTICES] : null
}

export function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, mailbox } = context.get(requestContext)
  const returnTo = returnToOf(request.url)
  if (ctx.actor.kind === 'person') throw redirect(returnTo ?? '/')
  return { returnTo, notice: noticeOf(new URL(request.url).searchParams), isDemo: mailbox !== null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const provider = providerOf(form)
  if (provider) return providerRefused(context, form, provider, 'sign in')
  const checked = checkForm(signInInput, form)
  if (!checked.ok) return formRefused(form, checked.problem)
  const callbackURL = withQuery('/auth/callback', { returnTo: returnToOf(request.url) })
  const answer = await askAccounts(request, context, '/sign-in/email', { ...checked.value, callbackURL })
  if (!answer.ok) return accountsRefused(form, answer)
  return redirect(callbackURL, { headers: withCookies(answer.cookies) })
}

/** A post that has to wait says so in its headers too. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  return <AuthForm mode="signin" answer={actionData} {...loaderData} />
}
