import { useId } from 'react'
import { Form } from 'react-router'
import type { Problem } from '#app/http/check-form.ts'
import { withQuery } from '#app/http/return-to.ts'
import { NewPasswordFields } from '#app/ui/auth/auth-form.tsx'
import { AuthPage } from '#app/ui/auth/auth-page.tsx'
import { ProblemBox } from '#app/ui/auth/problem-box.tsx'
import { SubmitButton } from '#app/ui/auth/submit-button.tsx'
import { useProblem } from '#app/ui/auth/use-problem.ts'
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
