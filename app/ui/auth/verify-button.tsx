import { Form, useNavigation } from 'react-router'
import { withQuery } from '#app/http/return-to.ts'
import { AuthPage } from '#app/ui/auth/auth-page.tsx'
import { SubmitButton } from '#app/ui/auth/submit-button.tsx'

/** Where the link in a mail leads that proves an address. Only the button uses the link: scanners of mails open pages. */
export function VerifyButton({ token, returnTo }: { token: string; returnTo: string | null }) {
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
