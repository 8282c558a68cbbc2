import { data, redirect } from 'react-router'
import {
  accountsRefusal,
  askAccounts,
  authHeaders,
  authPage,
  emailOnward,
  keepTypedValues,
  onwardOf,
  ownOrigin,
  providerOf,
  redirectToProvider,
  withCookies,
} from '#app/auth/auth.server.ts'
import { AuthForm } from '#app/auth/auth-form.tsx'
import { signInNotice } from '#app/auth/sign-in-notice.ts'
import { returnToOf, withQuery } from '#app/frame/return-to.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { FACTOR_PATH, SIGNED_IN_PATH } from '#app/kit/paths.ts'
import { requestContext } from '#app/request/context.server.ts'
import { formOf, invalid } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { signInInput } from '#shop/customers/input.ts'
import type { Route } from './+types/signin.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  formTargets: 'sign-in',
  access: { get: [200, 302, 302, 302], post: [422, 302, 302, 302] },
}

export function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, pending, mailbox } = context.get(requestContext)
  const returnTo = returnToOf(request.url)
  if (ctx.actor.kind === 'person') throw redirect(returnTo ?? '/')
  if (pending) throw redirect(withQuery(FACTOR_PATH, { returnTo }))
  const { init, ...page } = authPage(request, 'signin')
  const notice = signInNotice(new URL(request.url).searchParams, page.words.language)
  return data({ ...page, notice, isDemo: mailbox !== null }, init)
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  if (form.has('language')) return keepTypedValues(form)
  const provider = providerOf(form)
  if (provider) return redirectToProvider(provider, 'sign in', { request, context, form })
  const fields = readFields(signInInput, form)
  if (!fields.ok) return invalid(fields)
  const callbackURL = ownOrigin(request) + withQuery(SIGNED_IN_PATH, emailOnward(request))
  const answer = await askAccounts(request, context, '/sign-in/email', { ...fields.value, callbackURL })
  if (!answer.ok) return accountsRefusal(request, form, answer)
  return redirect(withQuery(SIGNED_IN_PATH, onwardOf(request)), { headers: withCookies(answer.cookies) })
}

export const headers = authHeaders

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  return <AuthForm mode="signin" answer={actionData} {...loaderData} />
}
