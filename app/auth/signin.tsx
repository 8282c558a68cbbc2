import { data, redirect } from 'react-router'
import {
  accountsRefused,
  askAccounts,
  authHeaders,
  authPage,
  leaveFor,
  ownOrigin,
  providerOf,
  withCookies,
} from '#app/auth/auth.server.ts'
import { AuthForm, LanguageLink } from '#app/auth/auth-form.tsx'
import { signInNotice } from '#app/auth/sign-in-notice.ts'
import { returnToOf, withQuery } from '#app/frame/return-to.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { SIGN_IN_PATH, SIGNED_IN_PATH } from '#app/kit/paths.ts'
import { requestContext } from '#app/request/context.server.ts'
import { leadsToWorker, rememberedLanguage } from '#app/request/cookies.server.ts'
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
  const { ctx, mailbox } = context.get(requestContext)
  const returnTo = returnToOf(request.url)
  if (ctx.actor.kind === 'person') throw redirect(returnTo ?? '/')
  const { words, init } = authPage(request, 'signin')
  const hasChoice = words.language === 'hi' || rememberedLanguage(request) !== null || leadsToWorker(request)
  const language = words.language === 'hi' ? 'en' : 'hi'
  const switchTo = hasChoice
    ? ({ language, to: withQuery(SIGN_IN_PATH, { returnTo, language }) } as const)
    : null
  const notice = signInNotice(new URL(request.url).searchParams, words.language)
  return data({ returnTo, words, switchTo, notice, isDemo: mailbox !== null }, init)
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const provider = providerOf(form)
  if (provider) return leaveFor(provider, 'sign in', { request, context, form })
  const sent = readFields(signInInput, form)
  if (!sent.ok) return invalid(sent)
  const onward = withQuery(SIGNED_IN_PATH, { returnTo: returnToOf(request.url) })
  const callbackURL = ownOrigin(request) + onward
  const answer = await askAccounts(request, context, '/sign-in/email', { ...sent.value, callbackURL })
  if (!answer.ok) return accountsRefused(request, form, answer)
  return redirect(onward, { headers: withCookies(answer.cookies) })
}

export const headers = authHeaders

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { switchTo, ...page } = loaderData
  return (
    <AuthForm mode="signin" answer={actionData} {...page}>
      {switchTo && <LanguageLink {...switchTo} />}
    </AuthForm>
  )
}
