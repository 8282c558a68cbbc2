import type { ReactNode } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { AccountMark } from '#app/account/account-security.tsx'
import { isOfOtherAccount, refuseOtherAccount } from '#app/account/address-form.server.ts'
import { signOutHere } from '#app/auth/auth.server.ts'
import { ConfirmableMessage } from '#app/frame/confirmable-message.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { type FormAnswer, firstProblem, type Problem, readFields } from '#app/kit/form-fields.ts'
import { Link, TextLink } from '#app/kit/link.tsx'
import { PasswordField } from '#app/kit/password-field.tsx'
import { ProblemBox } from '#app/kit/problem-box.tsx'
import { requestContext, shopCtx } from '#app/request/context.server.ts'
import { formOf, invalid, refuse } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { toWait } from '#app/request/rate-limit.server.ts'
import { checkPassword, hasPassword } from '#infra/accounts/password.ts'
import { countDeletionLink } from '#infra/rate-limits/rate-limits.ts'
import { shortId } from '#shop/kernel/ids.ts'
import type { RefusalOf } from '#shop/kernel/result.ts'
import { CONFIRM_FIRST } from '#shop/kernel/strength.ts'
import { orderPath } from '#shop/orders/order-paths.ts'
import { findObstacles } from '#shop/privacy/account-deletion.read.ts'
import { canDelete, type Obstacles } from '#shop/privacy/account-deletion.ts'
import { deleteAccount, requestDeletionLink } from '#shop/privacy/delete-account.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/delete.ts'

export const handle: PageHandle = {
  title: 'Delete Account',
  search: 'noindex',
  access: { get: 200, post: null },
}

const OLD_LINK = REFUSALS.link_invalid.en
const PASSWORD_NEEDED = 'Password is required'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, actor } = shopCtx(context)
  const token = new URL(request.url).searchParams.get('token')
  if (actor.kind === 'visitor') return { account: null, token }
  const obstacles = await findObstacles(db, actor)
  const { email } = actor
  return { account: { email, obstacles, hasPassword: await hasPassword(db, actor.id) }, token }
}

const deleteForms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('ask-link') }),
  z.object({ intent: z.literal('link'), token: z.string(OLD_LINK) }),
  z.object({ intent: z.literal('password'), password: z.string(PASSWORD_NEEDED).min(1, PASSWORD_NEEDED) }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const { auth, ctx, limits } = context.get(requestContext)
  const { actor, db } = ctx
  if (actor.kind === 'visitor') return refusal(form, 'signed_out')
  if (isOfOtherAccount(form, actor)) return refuseOtherAccount(form)
  const fields = readFields(deleteForms, form)
  if (!fields.ok) return invalid(fields)
  const tooMany = (seconds: number) => refuse(form, `Too many attempts. ${toWait(seconds)?.words}`, 429)
  if (fields.value.intent === 'ask-link') {
    const { wait } = await countDeletionLink(limits, actor.id)
    if (wait > 0) return tooMany(wait)
    await requestDeletionLink(ctx)
    return data<FormAnswer>({ ok: true, done: null })
  }
  if (fields.value.intent === 'password') {
    const account = { id: actor.id, email: actor.email, password: fields.value.password }
    const { headers } = request
    const checked = await checkPassword({ auth, db, limits }, { ...account, headers })
    if (!checked.ok && 'wait' in checked) return tooMany(checked.wait)
    if (!checked.ok) return refuse(form, REFUSALS.password_wrong.en, 422)
  }
  const deleted = await deleteAccount(
    ctx,
    fields.value.intent === 'link' ? { by: 'link', token: fields.value.token } : { by: 'password' },
  )
  if (!deleted.ok) return refusal(form, deleted.reason)
  const { headers } = await signOutHere(request, context)
  return redirect('/account-deleted', { status: 303, headers })
}

const REASONS = {
  factor_stale: { status: 403, message: REFUSALS.factor_stale.en },
  signed_out: { status: 401, message: 'Please sign in to delete your account.' },
  link_invalid: { status: 422, message: OLD_LINK },
  account_in_use: { status: 409, message: 'Something is still open: see above.' },
} as const satisfies Record<RefusalOf<typeof deleteAccount>['reason'], { status: number; message: string }>

function refusal(form: FormData, reason: keyof typeof REASONS) {
  const { status, message } = REASONS[reason]
  return refuse(form, message, status)
}

export default function Delete({ loaderData: { account, token }, actionData }: Route.ComponentProps) {
  if (account) return <DeletePage {...account} token={actionData ? null : token} answer={actionData} />
  const query = token === null ? '' : `?${new URLSearchParams({ token })}`
  return (
    <SignInPrompt title="Delete Account" returnTo={`/profile/delete${query}`}>
      Please sign in to delete your account.
    </SignInPrompt>
  )
}

type DeletePageProps = {
  email: string
  obstacles: Obstacles
  hasPassword: boolean
  /** From the emailed link; null without one. */
  token: string | null
  answer: FormAnswer | undefined
}

function DeletePage({ email, obstacles, hasPassword, token, answer }: DeletePageProps) {
  return (
    <section className="wrap pt-8 pb-section">
      <h1 className="display text-3xl">Delete Account</h1>
      <div className="mt-6 grid max-w-form gap-6">
        <div className="prose">
          <p>
            This cannot be undone. You are signed out everywhere, and your profile, saved addresses, cart,
            newsletter and messages to us are erased. Your reviews stay without your name; texts that other
            people wrote may still name you.
          </p>
          <p>
            Invoices of your orders stay with name and address, and payments for work as they were made,
            because tax law asks for them. You may <Link to="/profile#your-data">download your data</Link>{' '}
            first.
          </p>
        </div>
        {canDelete(obstacles) ? (
          <DeleteForm {...{ email, hasPassword, token }} answer={answer} />
        ) : (
          <ObstacleList obstacles={obstacles} />
        )}
        <Link to="/profile" className="link justify-self-start py-3">
          Back to Account Settings
        </Link>
      </div>
    </section>
  )
}

function ObstacleList({ obstacles: { isStaff, orders, tasks } }: { obstacles: Obstacles }) {
  return (
    <Banner tone="warning" live={false} title="This account cannot be deleted yet.">
      <ul className="mt-2 grid gap-1">
        {isStaff && <li>You work for the shop. Let another owner take your role from you first.</li>}
        {orders.map(({ id, why }) => (
          <li key={`${id} ${why}`}>
            Order <TextLink to={orderPath(id)}>{shortId(id)}</TextLink>{' '}
            {why === 'refund_due' ? 'has a refund that is not paid out yet.' : 'is still open.'}
          </li>
        ))}
        {tasks.map(({ id, name }) => (
          <li key={id}>The task “{name}” is not finished and paid yet.</li>
        ))}
      </ul>
    </Banner>
  )
}

function DeleteForm({ email, hasPassword, token, answer }: Omit<DeletePageProps, 'obstacles'>) {
  const problem = answer && !answer.ok ? firstProblem(answer) : null
  if (answer?.ok) {
    return (
      <Banner tone="positive" title="Check your email.">
        We have sent a link to <b className="wrap-anywhere">{email}</b>. Open it in this browser to delete the
        account.
      </Banner>
    )
  }
  if (token !== null) {
    return (
      <ConfirmForm email={email} intent="link" label="Delete Account" problem={problem}>
        <input type="hidden" name="token" value={token} />
        <p>
          The account of <b className="wrap-anywhere">{email}</b> will be deleted.
        </p>
      </ConfirmForm>
    )
  }
  if (!hasPassword) {
    return (
      <ConfirmForm email={email} intent="ask-link" label="Email me a link" problem={problem}>
        <p>
          You sign in without a password here, so we’ll email a link to{' '}
          <b className="wrap-anywhere">{email}</b> that deletes the account.
        </p>
      </ConfirmForm>
    )
  }
  return (
    <ConfirmForm email={email} intent="password" label="Delete Account" problem={problem}>
      <PasswordField
        name="password"
        label="Password"
        show="Show password"
        autoComplete="current-password"
        required
        {...(problem && { 'aria-invalid': true, 'aria-describedby': PROBLEM, autoFocus: true })}
      />
    </ConfirmForm>
  )
}

const PROBLEM = 'delete-problem'

type FormArgs = { email: string; intent: string; label: string; problem: Problem | null; children: ReactNode }

function ConfirmForm({ email, intent, label, problem, children }: FormArgs) {
  const isBusy = useNavigation().formAction === '/profile/delete'
  return (
    <Form method="post" action="/profile/delete" className="grid gap-5">
      <AccountMark email={email} />
      <input type="hidden" name="intent" value={intent} />
      {children}
      {problem?.message === CONFIRM_FIRST ? (
        <Banner tone="danger">
          <ConfirmableMessage message={problem.message} />
        </Banner>
      ) : (
        <ProblemBox id={PROBLEM} problem={problem} />
      )}
      <div>
        <Button busy={isBusy}>{label}</Button>
      </div>
    </Form>
  )
}
