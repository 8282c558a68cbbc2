import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { AuthField } from '#app/auth/auth-field.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { Prose } from '#app/kit/text.tsx'
import { shortId } from '#shop/kernel/ids.ts'
import { canDelete, type Obstacles } from '#shop/privacy/account-deletion.ts'

export type DeleteAnswer = { problem: string | null; isLinkSent: boolean }

type DeletePageProps = {
  email: string
  obstacles: Obstacles
  hasPassword: boolean
  /** From the mailed link, when the page was opened by it. */
  token: string | null
  answer: DeleteAnswer | undefined
}

/** Delete Account: what goes, what stays, what is in the way, and the last question. */
export function DeletePage({ email, obstacles, hasPassword, token, answer }: DeletePageProps) {
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

const PROBLEM = 'delete-problem'

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
