import { data, type RouterContextProvider, redirect } from 'react-router'
import {
  accountsRefusal,
  askAccounts,
  authHeaders,
  authPage,
  emailOnward,
  keepTypedValues,
  mailLink,
  onwardOf,
  ownOrigin,
  withCookies,
} from '#app/auth/auth.server.ts'
import { AuthForm, NewPasswordPage } from '#app/auth/auth-form.tsx'
import { AUTH_WORDS } from '#app/auth/words.ts'
import { withQuery } from '#app/frame/return-to.ts'
import { readFields, textOf } from '#app/kit/form-fields.ts'
import { RESET_PASSWORD_PATH, SIGN_IN_PATH } from '#app/kit/paths.ts'
import { requestContext } from '#app/request/context.server.ts'
import { formOf, invalid } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { newPasswordInput } from '#shop/customers/input.ts'
import type { Route } from './+types/reset-password.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  formTargets: 'sign-in',
  access: { get: 200, post: 422 },
}

type Context = Readonly<RouterContextProvider>

const redirectToExpired = (request: Request) =>
  redirect(withQuery(RESET_PASSWORD_PATH, { error: 'INVALID_TOKEN', ...onwardOf(request) }))

/** The format of the account library's tokens; other texts are refused without a query. */
const TOKEN = /^\w{1,100}$/

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, mailbox } = context.get(requestContext)
  const params = new URL(request.url).searchParams
  const token = params.get('token')
  if (token !== null && !(await isTokenValid(request, context, token))) throw redirectToExpired(request)
  const { init, ...page } = authPage(request, token === null ? 'reset' : 'newPassword')
  const text = AUTH_WORDS[page.words.language].notices.reset_link_old
  const loaded = {
    ...page,
    token,
    notice: params.has('error') ? { tone: 'danger' as const, text } : null,
    email: ctx.actor.kind === 'person' ? ctx.actor.email : '',
    isDemo: mailbox !== null,
  }
  return data(loaded, init)
}

/** True while a link's token can still be used. This check does not use the token up. */
async function isTokenValid(request: Request, context: Context, token: string): Promise<boolean> {
  if (!TOKEN.test(token)) return false
  const answer = await askAccounts(
    request,
    context,
    `/reset-password/${token}?callbackURL=${RESET_PASSWORD_PATH}`,
  )
  if (answer.location === null) throw data(null, { status: answer.status })
  return !answer.location.includes('error=')
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  if (form.has('language') || form.has('forgot')) return keepTypedValues(form)
  if (form.has('token')) return setPassword(request, context, form)
  const redirectTo = ownOrigin(request) + withQuery(RESET_PASSWORD_PATH, emailOnward(request))
  return mailLink({ request, context, form }, '/request-password-reset', { redirectTo })
}

async function setPassword(request: Request, context: Context, form: FormData) {
  const fields = readFields(newPasswordInput, form)
  if (!fields.ok) return invalid(fields)
  const token = textOf(form, 'token')
  if (!TOKEN.test(token)) return redirectToExpired(request)
  const body = { newPassword: fields.value.password, token }
  const path = withQuery('/reset-password', { language: emailOnward(request).language })
  const answer = await askAccounts(request, context, path, body)
  if (answer.ok)
    return redirect(withQuery(SIGN_IN_PATH, { notice: 'password_changed', ...onwardOf(request) }), {
      headers: withCookies(answer.cookies),
    })
  if (answer.code === 'INVALID_TOKEN') return redirectToExpired(request)
  return accountsRefusal(request, form, answer)
}

export const headers = authHeaders

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { token, ...formProps } = loaderData
  const { words, onward } = formProps
  if (token)
    return <NewPasswordPage path={RESET_PASSWORD_PATH} {...{ words, token, onward }} answer={actionData} />
  return <AuthForm mode="reset" answer={actionData} {...formProps} />
}
