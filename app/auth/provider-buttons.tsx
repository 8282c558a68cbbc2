import { Form } from 'react-router'
import { Button } from '#app/kit/button.tsx'

/** Signing in or up with an account one has elsewhere: a form of its own, so that Enter in a field never sends it. */
export function ProviderButtons({ action }: { action: string }) {
  return (
    <Form method="post" action={action} className="grid gap-3 border-t border-line pt-6 sm:grid-cols-2">
      <Button look="line" name="provider" value="google">
        Continue with Google
      </Button>
      <Button look="line" name="provider" value="outlook">
        Continue with Outlook
      </Button>
    </Form>
  )
}
