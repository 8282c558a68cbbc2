import { useId } from 'react'
import { Form, useNavigation } from 'react-router'
import { AuthField } from '#app/auth/auth-field.tsx'
import { type AuthAnswer, NewPasswordFields } from '#app/auth/auth-form.tsx'
import { AuthPage } from '#app/auth/auth-page.tsx'
import { useProblem } from '#app/auth/use-problem.ts'
import { withQuery } from '#app/frame/return-to.ts'
import { ProblemBox } from '#app/kit/problem-box.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { finishInput } from '#shop/customers/input.ts'

type LinkProps = { token: string; returnTo: string | null }

/** Where the link in a mail leads that proves an address. Only the button uses the link: scanners of mails open pages. */
export function VerifyButton({ token, returnTo }: LinkProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <AuthPage
      title="Verify your email address"
      lead="One press finishes your account, and signs you in on this device."
    >
      <Form
        method="post"
        action={withQuery('/auth/verify-email', { returnTo })}
        // A second press would be answered that the link was used already, by the first.
        onSubmit={(event) => isBusy && event.preventDefault()}
      >
        <input type="hidden" name="token" value={token} />
        <SubmitButton label="Verify My Email" busyLabel="Verifying..." isBusy={isBusy} />
      </Form>
    </AuthPage>
  )
}

/** The same where this browser did not sign up: whoever typed name and password may not own the address. */
export function FinishSignUp({ token, returnTo, answer }: LinkProps & { answer: AuthAnswer | undefined }) {
  const { problem, isBusy, onSubmit } = useProblem(finishInput, answer?.problem ?? null)
  const problemId = useId()
  return (
    <AuthPage
      title="Finish your account"
      lead="This account was started in another browser, or more than once. So that only you can open it, please choose your name and password here."
    >
      <Form
        method="post"
        action={withQuery('/auth/verify-email', { token, returnTo })}
        noValidate
        onSubmit={onSubmit}
        className="grid gap-5"
      >
        <ProblemBox id={problemId} problem={problem} />
        <input type="hidden" name="token" value={token} />
        <AuthField
          name="fullName"
          label="Full name"
          autoComplete="name"
          defaultValue={answer?.values.fullName ?? ''}
          problem={problem}
          problemId={problemId}
        />
        <NewPasswordFields label="Password" problem={problem} problemId={problemId} />
        <SubmitButton label="Verify and Sign In" busyLabel="Verifying..." isBusy={isBusy} />
      </Form>
    </AuthPage>
  )
}
