import { useId } from 'react'
import { Form } from 'react-router'
import { NewPasswordFields } from '#app/auth/auth-form.tsx'
import { AuthPage } from '#app/auth/auth-page.tsx'
import { useProblem } from '#app/auth/use-problem.ts'
import { withQuery } from '#app/frame/return-to.ts'
import type { Problem } from '#app/kit/form-fields.ts'
import { ProblemBox } from '#app/kit/problem-box.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { newPasswordInput } from '#shop/customers/input.ts'

/** Where a reset link leads: a new password, twice. */
export function NewPasswordForm({
  token,
  returnTo,
  answered,
}: {
  token: string
  returnTo: string | null
  answered: Problem | null
}) {
  const { problem, isBusy, onSubmit } = useProblem(newPasswordInput, answered)
  const problemId = useId()
  return (
    <AuthPage
      title="Choose a new password"
      lead="Afterwards you are signed out everywhere, and sign in with the new one."
    >
      <Form
        method="post"
        action={withQuery('/auth/reset-password', { token, returnTo })}
        noValidate
        onSubmit={onSubmit}
        className="grid gap-5"
      >
        <ProblemBox id={problemId} problem={problem} />
        <input type="hidden" name="token" value={token} />
        <NewPasswordFields label="New password" problem={problem} problemId={problemId} />
        <SubmitButton label="Save New Password" busyLabel="Saving..." isBusy={isBusy} />
      </Form>
    </AuthPage>
  )
}
