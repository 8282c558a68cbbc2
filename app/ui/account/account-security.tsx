import { Form } from 'react-router'
import { Button } from '#app/ui/kit/button.tsx'
import { ButtonLink } from '#app/ui/kit/button-link.tsx'

/** How one gets in, and out. */
export function AccountSecurity() {
  return (
    <section aria-labelledby="security" className="grid gap-4 rounded-xs bg-surface-sunk p-6">
      <h2 id="security" className="display text-xl">
        Account Security
      </h2>
      <p className="text-ink-soft">
        We send you a link to choose a new password. It signs you out on every device.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/auth/reset-password" look="line">
          Change Password
        </ButtonLink>
        <Form method="post" action="/auth/signout">
          <Button look="line" icon="log-out">
            Sign Out
          </Button>
        </Form>
      </div>
    </section>
  )
}
