import { data, Form, type RouterContextProvider, redirect } from 'react-router'
import {
  accountsRefused,
  askAccounts,
  authHeaders,
  authPage,
  emailOnward,
  mailSent,
  onwardOf,
  ownOrigin,
  withCookies,
  withTyped,
} from '#app/auth/auth.server.ts'
import {
  type AuthAnswer,
  AuthForm,
  LanguageSwitch,
  NewPasswordFields,
  OTHER_BUTTONS,
} from '#app/auth/auth-form.tsx'
import { AuthPage } from '#app/auth/auth-page.tsx'
import { AUTH_WORDS, type PageWords } from '#app/auth/words.ts'
import { type Onward, withQuery } from '#app/frame/return-to.ts'
import { readFields, textOf } from '#app/kit/form-fields.ts'
import { RESET_PASSWORD_PATH, SIGN_IN_PATH } from '#app/kit/paths.ts'
import { ProblemBox, useBoxedForm } from '#app/kit/problem-box.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { formOf, invalid } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { newPasswordInput, resetInput } from '#shop/customers/input.ts'
import type { Route } from './+types/reset-password.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  formTargets: 'sign-in',
  access: { get: 200, post: 422 },
}

type Context = Readonly<RouterContextProvider>

const askAgain = (request: Request) =>
  redirect(withQuery(RESET_PASSWORD_PATH, { error: 'INVALID_TOKEN', ...onwardOf(request) }))

/** The format of the account library's tokens; other texts are refused without a query. */
const TOKEN = /^\w{1,100}$/

/** Without a token: asks for an address to send a link to. With an email's token: asks for the new password. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, mailbox } = context.get(requestContext)
  const params = new URL(request.url).searchParams
  const token = params.get('token')
  if (token !== null && !(await stillWorks(request, context, token))) throw askAgain(request)
  const { init, ...page } = authPage(request, token === null ? 'reset' : 'newPassword')
  const text = AUTH_WORDS[page.words.language].notices.reset_link_old
  const shown = {
    ...page,
    token,
    notice: params.has('error') ? { tone: 'danger' as const, text } : null,
    email: ctx.actor.kind === 'person' ? ctx.actor.email : '',
    isDemo: mailbox !== null,
  }
  return data(shown, init)
}

/** True while a link's token can be used; asking does not use it up. */
async function stillWorks(request: Request, context: Context, token: string): Promise<boolean> {
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
  if (form.has('language') || form.has('forgot')) return withTyped(form)
  return form.has('token') ? setPassword(request, context, form) : askForLink(request, context, form)
}

async function askForLink(request: Request, context: Context, form: FormData) {
  const sent = readFields(resetInput, form)
  if (!sent.ok) return invalid(sent)
  const { email } = sent.value
  const redirectTo = ownOrigin(request) + withQuery(RESET_PASSWORD_PATH, emailOnward(request))
  const answer = await askAccounts(request, context, '/request-password-reset', { email, redirectTo })
  return answer.ok ? mailSent(email) : accountsRefused(request, form, answer)
}

async function setPassword(request: Request, context: Context, form: FormData) {
  const sent = readFields(newPasswordInput, form)
  if (!sent.ok) return invalid(sent)
  const token = textOf(form, 'token')
  if (!TOKEN.test(token)) return askAgain(request)
  const body = { newPassword: sent.value.password, token }
  const path = withQuery('/reset-password', { language: emailOnward(request).language })
  const answer = await askAccounts(request, context, path, body)
  if (answer.ok)
    return redirect(withQuery(SIGN_IN_PATH, { notice: 'password_changed', ...onwardOf(request) }), {
      headers: withCookies(answer.cookies),
    })
  if (answer.code === 'INVALID_TOKEN') return askAgain(request)
  return accountsRefused(request, form, answer)
}

export const headers = authHeaders

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { token, ...asking } = loaderData
  const { words, onward } = asking
  if (token) return <NewPasswordForm {...{ words, token, onward }} answer={actionData} />
  return <AuthForm mode="reset" answer={actionData} {...asking} />
}

type NewPasswordFormProps = {
  words: PageWords
  token: string
  onward: Onward
  answer: AuthAnswer | undefined
}

/** The page that a reset link opens: a new password, twice. */
function NewPasswordForm({ words, token, onward, answer }: NewPasswordFormProps) {
  const { props, box, field, isBusy } = useBoxedForm(newPasswordInput, answer, {
    ...words,
    otherButtons: OTHER_BUTTONS,
  })
  return (
    <AuthPage words={words}>
      <Form
        {...props}
        method="post"
        action={withQuery(RESET_PASSWORD_PATH, { token, ...onward })}
        noValidate
        className="grid gap-5"
      >
        <LanguageSwitch to={words.switchTo} />
        <input type="hidden" name="token" value={token} />
        <NewPasswordFields label={words.newPassword} words={words} field={field} />
        <ProblemBox {...box} />
        <SubmitButton
          label={words.page.submit}
          busyLabel={words.page.busy}
          isBusy={isBusy}
          autoFocus={box.problem !== null}
        />
      </Form>
    </AuthPage>
  )
}
