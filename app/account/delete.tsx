import type { ReactNode } from 'react'
import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { signOutHere } from '#app/auth/auth.server.ts'
import { AuthField } from '#app/auth/auth-field.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { textOf } from '#app/kit/form-fields.ts'
import { Prose } from '#app/kit/text.tsx'
import { type RequestContext, requestContext, shopCtx } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { checkPassword, hasPassword } from '#infra/accounts/password.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { findObstacles } from '#shop/privacy/account-deletion.read.ts'
import { canDelete, type Obstacles } from '#shop/privacy/account-deletion.ts'
import { type DeleteAccountRefusal, deleteAccount, type Proof } from '#shop/privacy/delete-account.ts'
import { requestDeletionLink } from '#shop/privacy/request-deletion-link.ts'
import type { Route } from './+types/delete.ts'

const PROBLEM = 'delete-problem'

export const handle: PageHandle = { search: 'noindex', access: { get: 200, post: null } }

/** Each of these sends a mail. */
const LINKS = { most: 5, seconds: 900 }

const OLD_LINK = 'This link is too old or was used already. Ask for a new one.'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, actor } = shopCtx(context)
  const token = new URL(request.url).searchParams.get('token')
  if (actor.kind === 'visitor') return { account: null, token }
  const obstacles = await findObstacles(db, actor)
  const { email } = actor
  return { account: { email, obstacles, hasPassword: await hasPassword(db, actor.id) }, token }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const { ctx, limits } = context.get(requestContext)
  const { actor } = ctx
  if (actor.kind === 'visitor') return answer('Please sign in to delete your account.', 401)
  if (form.get('intent') === 'ask-link') {
    const wait = await limits.consume('closing-link', actor.id, LINKS)
    if (wait > 0) return tooMany(wait)
    await requestDeletionLink(ctx)
    return data<DeleteAnswer>({ problem: null, isLinkSent: true })
  }
  const proof = await proofOf(form, request, context.get(requestContext), actor)
  if ('problem' in proof) return proof.problem
  const deleted = await deleteAccount(ctx, proof)
  if (!deleted.ok) return refused(deleted)
  const { headers } = await signOutHere(request, context)
  return redirect('/account-deleted', { status: 303, headers })
}

/** Proof that the customer asks: the emailed link, or the password. */
async function proofOf(
  form: FormData,
  request: Request,
  { ctx, limits }: RequestContext,
  { id, email }: Person,
) {
  if (form.get('intent') === 'link') return { by: 'link', token: textOf(form, 'token') } satisfies Proof
  const password = textOf(form, 'password')
  if (password === '') return { problem: answer('Password is required', 422) }
  const address = request.headers.get('x-real-ip') ?? ''
  const checked = await checkPassword({ db: ctx.db, limits }, { id, email, password, address })
  if (checked.ok) return { by: 'password' } satisfies Proof
  return { problem: 'wait' in checked ? tooMany(checked.wait) : answer('This is not your password.', 422) }
}

function tooMany(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return answer(`Too many attempts. Please wait ${time} and try again.`, 429)
}

function refused(refusal: DeleteAccountRefusal) {
  switch (refusal.reason) {
    case 'signed_out':
      return answer('Please sign in to delete your account.', 401)
    case 'link_invalid':
      return answer(OLD_LINK, 422)
    case 'account_in_use':
      return answer('Something is still open: see above.', 409)
  }
}

function answer(problem: string, status: number) {
  return data<DeleteAnswer>({ problem, isLinkSent: false }, { status })
}

export default function Delete({ loaderData: { account, token }, actionData }: Route.ComponentProps) {
  if (account) return <DeletePage {...account} token={actionData ? null : token} answer={actionData} />
  const query = token === null ? '' : `?${new URLSearchParams({ token })}`
  return (
    <>
      <title>Delete Account</title>
      <SignInPrompt title="Delete Account" returnTo={`/profile/delete${query}`}>
        Please sign in to delete your account.
      </SignInPrompt>
    </>
  )
}

type DeleteAnswer = { problem: string | null; isLinkSent: boolean }

type DeletePageProps = {
  email: string
  obstacles: Obstacles
  hasPassword: boolean
  /** From the mailed link, when the page was opened by it. */
  token: string | null
  answer: DeleteAnswer | undefined
}

/** Delete Account: what goes, what stays, what is in the way, and the last question. */
function DeletePage({ email, obstacles, hasPassword, token, answer }: DeletePageProps) {
  return (
    <section className="wrap pt-8 pb-section">
      <title>Delete Account</title>
      <h1 className="display text-3xl">Delete Account</h1>
      <div className="mt-6 grid max-w-form gap-6">
        <WhatHappens />
        {canDelete(obstacles) ? (
          <Question {...{ email, hasPassword, token }} answer={answer} />
        ) : (
          <InTheWay obstacles={obstacles} />
        )}
        <Link to="/profile" className="link justify-self-start py-3">
          Back to Account Settings
        </Link>
      </div>
    </section>
  )
}

function WhatHappens() {
  return (
    <Prose>
      <p>
        This cannot be undone. You are signed out everywhere, and your profile, saved addresses, cart,
        newsletter and messages to us are erased. Your reviews stay without your name.
      </p>
      <p>
        Invoices of your orders stay with name and address, and payments for work as they were made, because
        tax law asks for them. You may <Link to="/profile#your-data">download your data</Link> first.
      </p>
    </Prose>
  )
}

function InTheWay({ obstacles: { isAdmin, orders, tasks } }: { obstacles: Obstacles }) {
  return (
    <Banner tone="warning" live={false} title="This account cannot be deleted yet.">
      <ul className="mt-2 grid gap-1">
        {isAdmin && <li>You are an admin. Let another admin take the role from you first.</li>}
        {orders.map(({ id, why }) => (
          <li key={`${id} ${why}`}>
            Order{' '}
            <Link to={`/orders/${id}`} className="link">
              {shortId(id)}
            </Link>{' '}
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

type QuestionProps = Pick<DeletePageProps, 'email' | 'hasPassword' | 'token' | 'answer'>

function Question({ email, hasPassword, token, answer }: QuestionProps) {
  const problem = answer?.problem ?? null
  if (answer?.isLinkSent) {
    return (
      <Banner tone="positive" title="Check your email.">
        We have sent a link to <b className="wrap-anywhere">{email}</b>. Open it in this browser to delete the
        account.
      </Banner>
    )
  }
  if (token !== null) {
    return (
      <Ask intent="link" label="Delete Account" problem={problem}>
        <input type="hidden" name="token" value={token} />
        <p>
          The account of <b className="wrap-anywhere">{email}</b> will be deleted.
        </p>
      </Ask>
    )
  }
  if (!hasPassword) {
    return (
      <Ask intent="ask-link" label="Email me a link" problem={problem}>
        <p>
          You sign in without a password here, so we’ll email a link to{' '}
          <b className="wrap-anywhere">{email}</b> that deletes the account.
        </p>
      </Ask>
    )
  }
  return (
    <Ask intent="password" label="Delete Account" problem={problem}>
      <AuthField
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        problem={problem ? { message: problem, field: 'password' } : null}
        problemId={PROBLEM}
      />
    </Ask>
  )
}

type AskProps = { intent: string; label: string; problem: string | null; children: ReactNode }

function Ask({ intent, label, problem, children }: AskProps) {
  const isBusy = useNavigation().formAction === '/profile/delete'
  return (
    <Form method="post" action="/profile/delete" className="grid gap-5">
      <input type="hidden" name="intent" value={intent} />
      {problem && (
        <div id={PROBLEM}>
          <Banner tone="danger">{problem}</Banner>
        </div>
      )}
      {children}
      <div>
        <Button busy={isBusy}>{label}</Button>
      </div>
    </Form>
  )
}
