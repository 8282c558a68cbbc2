import { useId } from 'react'
import { Form, useNavigation } from 'react-router'
import { AuthField } from '#app/auth/auth-field.tsx'
import { AuthLinks } from '#app/auth/auth-links.tsx'
import { AuthPage } from '#app/auth/auth-page.tsx'
import { type AuthMode, MODES, sendsLink } from '#app/auth/modes.ts'
import { ProviderButtons } from '#app/auth/provider-buttons.tsx'
import { SentPage } from '#app/auth/sent-page.tsx'
import { useProblem } from '#app/auth/use-problem.ts'
import { withQuery } from '#app/frame/return-to.ts'
import { Banner } from '#app/kit/banner.tsx'
import type { Problem } from '#app/kit/form-fields.ts'
import { ProblemBox } from '#app/kit/problem-box.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'

/** The server's answer to the last post of the form. */
export type AuthAnswer = {
  problem: Problem | null
  values: { email: string; fullName: string }
  /** The address that a mail went to: the form has done its work. */
  sentTo: string | null
}

export type AuthFormProps = {
  mode: AuthMode
  returnTo: string | null
  answer: AuthAnswer | undefined
  /** Why the visitor was sent to this page; null when nothing is to be said. */
  notice?: { tone: 'positive' | 'danger'; text: string } | null
  /** Filled in when nothing was typed yet. */
  email?: string
  isDemo: boolean
}

/** Sign in, create an account, ask for a link to reset the password or to verify the address: one form, several modes. */
export function AuthForm({ mode, returnTo, answer, notice, email, isDemo }: AuthFormProps) {
  const { path, title, lead, submit, busy, schema } = MODES[mode]
  const action = withQuery(path, { returnTo })
  const { problem, isBusy, onSubmit } = useProblem(schema, answer?.problem ?? null)
  const isIn = useNavigation().location?.pathname === '/auth/callback'
  const problemId = useId()
  if (answer?.sentTo)
    return <SentPage mode={mode} email={answer.sentTo} returnTo={returnTo} isDemo={isDemo} />
  const values = answer?.values ?? { email: email ?? '', fullName: '' }
  return (
    <AuthPage title={title} lead={lead}>
      {notice && !answer && <Banner tone={notice.tone}>{notice.text}</Banner>}
      <Form method="post" action={action} noValidate onSubmit={onSubmit} className="grid gap-5">
        <ProblemBox id={problemId} problem={problem} />
        <AuthFields mode={mode} values={values} problem={problem} problemId={problemId} />
        <SubmitButton label={submit} busyLabel={isIn ? 'Completing sign in...' : busy} isBusy={isBusy} />
      </Form>
      {!sendsLink(mode) && <ProviderButtons action={action} />}
      <AuthLinks mode={mode} returnTo={returnTo} />
    </AuthPage>
  )
}

type FieldsProps = {
  mode: AuthMode
  values: AuthAnswer['values']
  problem: Problem | null
  problemId: string
}

function AuthFields({ mode, values, ...told }: FieldsProps) {
  const isNew = mode === 'signup'
  return (
    <>
      {isNew && (
        <AuthField
          name="fullName"
          label="Full name"
          autoComplete="name"
          defaultValue={values.fullName}
          {...told}
        />
      )}
      <AuthField
        name="email"
        label="Email"
        type="email"
        autoComplete={isNew ? 'email' : 'username'}
        defaultValue={values.email}
        {...told}
      />
      {mode === 'signin' && (
        <AuthField
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          {...told}
        />
      )}
      {isNew && <NewPasswordFields label="Password" {...told} />}
    </>
  )
}

/** A new password, twice. */
export function NewPasswordFields({
  label,
  ...told
}: {
  label: string
  problem: Problem | null
  problemId: string
}) {
  return (
    <>
      <AuthField
        name="password"
        label={label}
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
        {...told}
      />
      <AuthField
        name="confirmPassword"
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        {...told}
      />
    </>
  )
}
