import { data, redirect } from 'react-router'
import {
  accountsRefusal,
  askAccounts,
  authHeaders,
  authPage,
  emailOnward,
  keepTypedValues,
  mailSentAnswer,
  ownOrigin,
  providerOf,
  redirectToProvider,
} from '#app/auth/auth.server.ts'
import { AuthForm } from '#app/auth/auth-form.tsx'
import { returnToOf, withQuery } from '#app/frame/return-to.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { SIGNED_IN_PATH } from '#app/kit/paths.ts'
import { requestContext } from '#app/request/context.server.ts'
import { formOf, invalid } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { signUpInput } from '#shop/customers/input.ts'
import type { Route } from './+types/signup.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  formTargets: 'sign-in',
  access: { get: [200, 302, 302, 302], post: [422, 302, 302, 302] },
}

export function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, mailbox } = context.get(requestContext)
  if (ctx.actor.kind === 'person') throw redirect(returnToOf(request.url) ?? '/')
  const { init, ...page } = authPage(request, 'signup')
  return data({ ...page, isDemo: mailbox !== null }, init)
}

/** The answer never reveals whether the address has an account. The email does. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  if (form.has('language')) return keepTypedValues(form)
  const provider = providerOf(form)
  if (provider) return redirectToProvider(provider, 'sign up', { request, context, form })
  const fields = readFields(signUpInput, form)
  if (!fields.ok) return invalid(fields)
  const { fullName, email, password } = fields.value
  const onward = emailOnward(request)
  const callbackURL = ownOrigin(request) + withQuery(SIGNED_IN_PATH, onward)
  const account = { name: fullName, email, password, callbackURL }
  const path = withQuery('/sign-up/email', { language: onward.language })
  const answer = await askAccounts(request, context, path, account)
  return answer.ok ? mailSentAnswer(email, answer.cookies) : accountsRefusal(request, form, answer)
}

export const headers = authHeaders

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  return <AuthForm mode="signup" answer={actionData} {...loaderData} />
}
