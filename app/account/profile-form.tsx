import { useId } from 'react'
import { Form } from 'react-router'
import { FlashNotice } from '#app/account/flash-notice.tsx'
import { AuthField } from '#app/auth/auth-field.tsx'
import { useProblem } from '#app/auth/use-problem.ts'
import { TextField } from '#app/kit/fields.tsx'
import type { Problem } from '#app/kit/form-fields.ts'
import { ProblemBox } from '#app/kit/problem-box.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { profileInput } from '#shop/customers/input.ts'

export type ProfileValues = { fullName: string; phoneNumber: string }

/** The server's answer to the last save; `savedAt` changes with each save. */
export type ProfileAnswer = { problem: Problem | null; values: ProfileValues; savedAt: number | null }

type ProfileFormProps = { email: string; values: ProfileValues; answer: ProfileAnswer | undefined }

export function ProfileForm({ email, values, answer }: ProfileFormProps) {
  const { problem, isBusy, onSubmit } = useProblem(profileInput, answer?.problem ?? null)
  const problemId = useId()
  const savedId = useId()
  const { fullName, phoneNumber } = answer?.values ?? values
  return (
    <Form
      method="post"
      action="/profile"
      noValidate
      onSubmit={onSubmit}
      aria-label="Profile"
      aria-describedby={answer?.savedAt ? savedId : undefined}
      className="grid gap-5"
    >
      <ProblemBox id={problemId} problem={problem} />
      {answer?.savedAt && !problem && (
        <FlashNotice key={answer.savedAt} id={savedId}>
          Profile updated successfully
        </FlashNotice>
      )}
      <TextField
        className="bg-surface-sunk"
        label="Email"
        type="email"
        value={email}
        readOnly
        hint="The address you sign in with."
      />
      <AuthField
        name="fullName"
        label="Full name"
        autoComplete="name"
        defaultValue={fullName}
        problem={problem}
        problemId={problemId}
      />
      <AuthField
        name="phoneNumber"
        label="Phone number"
        type="tel"
        autoComplete="tel"
        placeholder="+1234567890"
        required={false}
        defaultValue={phoneNumber}
        hint="With the country code, digits only. You may leave it empty."
        problem={problem}
        problemId={problemId}
      />
      <SubmitButton label="Save Changes" busyLabel="Saving..." isBusy={isBusy} />
    </Form>
  )
}
