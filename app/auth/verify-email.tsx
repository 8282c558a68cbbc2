import { data, Form, type RouterContextProvider, redirect, useNavigation } from 'react-router'
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
  weakPassword,
  withCookies,
} from '#app/auth/auth.server.ts'
import { AuthForm, LanguageSwitch, NewPasswordPage } from '#app/auth/auth-form.tsx'
import { AuthPage } from '#app/auth/auth-page.tsx'
import { AUTH_WORDS, type PageWords } from '#app/auth/words.ts'
import { type SignInParams, withQuery } from '#app/frame/return-to.ts'
import { readFields, textOf } from '#app/kit/form-fields.ts'
import { SIGNED_IN_PATH, VERIFY_EMAIL_PATH } from '#app/kit/paths.ts'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { formOf, invalid } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { checkVerificationLink } from '#infra/accounts/verify-email.ts'
import { finishInput } from '#shop/customers/input.ts'
import type { Route } from './+types/verify-email.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  formTargets: 'sign-in',
  access: { get: 200, post: 422 },
}

const NOTICES = { old: 'verify_link_old', used: 'verify_link_used' } as const

/** With the token of an emailed link, offers to use the link. Without one, asks where to send a new link. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { auth, ctx, mailbox } = context.get(requestContext)
  const params = new URL(request.url).searchParams
  const token = params.get('token')
  const link = token
    ? await checkVerificationLink({ auth, db: ctx.db }, token, request.headers.get('cookie') ?? '')
    : null
  const { init, ...common } = authPage(
    request,
    link === 'own' ? 'verifyLink' : link === 'other' ? 'finish' : 'verify',
  )
  const page = { ...common, isDemo: mailbox !== null, isOwn: link === 'own' }
  if (link === 'own' || link === 'other') return data({ ...page, token, notice: null }, init)
  if (link === null && !params.has('error')) return data({ ...page, token: null, notice: null }, init)
  const text = AUTH_WORDS[page.words.language].notices[NOTICES[link ?? 'old']]
  const notice = { tone: 'danger' as const, text }
  return data({ ...page, token: null, notice }, { ...init, status: 410 })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  if (form.has('language')) return keepTypedValues(form)
  if (!form.has('token')) {
    const callbackURL = ownOrigin(request) + withQuery(SIGNED_IN_PATH, emailOnward(request))
    return mailLink({ request, context, form }, '/send-verification-email', { callbackURL })
  }
  const token = textOf(form, 'token')
  if (!form.has('password')) return verify(request, context, form, { token })
  const fields = readFields(finishInput, form)
  if (!fields.ok) return invalid(fields)
  const { fullName: name, password } = fields.value
  return verify(request, context, form, { token, name, password })
}

async function verify(
  request: Request,
  context: Readonly<RouterContextProvider>,
  form: FormData,
  body: { token: string } & Record<string, string>,
) {
  const onward = onwardOf(request)
  const answer = await askAccounts(request, context, '/verify-email', body)
  if (answer.ok && answer.cookies.some((cookie) => cookie.includes('session_token=')))
    return redirect(withQuery(SIGNED_IN_PATH, onward), { headers: withCookies(answer.cookies) })
  if (weakPassword(answer)) return accountsRefusal(request, form, answer)
  if (answer.status >= 500 || answer.wait > 0) throw data(null, { status: answer.status })
  // Redirects to the link's page, which shows the reason or asks for name and password.
  return redirect(withQuery(VERIFY_EMAIL_PATH, { token: body.token, ...onward }))
}

export const headers = authHeaders

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { token, isOwn, ...formProps } = loaderData
  const { words, onward } = formProps
  if (token && isOwn) return <VerifyButton {...{ words, token, onward }} />
  // This is not the browser of the sign-up, so the name and password may not be from the owner of the address.
  if (token)
    return (
      <NewPasswordPage path={VERIFY_EMAIL_PATH} hasName {...{ words, token, onward }} answer={actionData} />
    )
  return <AuthForm mode="verify" answer={actionData} {...formProps} />
}

/** The page that a verification link opens. Only its button uses the link up, because mail scanners open links. */
function VerifyButton({ words, token, onward }: { words: PageWords; token: string; onward: SignInParams }) {
  const isBusy = useNavigation().formData?.has('language') === false
  return (
    <AuthPage words={words}>
      <Form
        method="post"
        action={withQuery(VERIFY_EMAIL_PATH, onward)}
        className="grid gap-5"
        // Ignores a second press: the first uses the link up, so the second would be refused.
        onSubmit={(event) => isBusy && event.preventDefault()}
      >
        <LanguageSwitch to={words.switchTo} />
        <input type="hidden" name="token" value={token} />
        <SubmitButton label={words.page.submit} busyLabel={words.page.busy} isBusy={isBusy} />
      </Form>
    </AuthPage>
  )
}
