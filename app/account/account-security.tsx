import { Form } from 'react-router'
import { DeviceList, type ShownDevice } from '#app/account/device-list.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { forgetScreens } from '#app/kit/forget-screens.ts'

type AccountSecurityProps = {
  devices: ShownDevice[]
  /** True when a device has just been signed out. */
  hasSignedOut: boolean
}

/** How one gets in, where one is in, and out. */
export function AccountSecurity({ devices, hasSignedOut }: AccountSecurityProps) {
  return (
    <section
      id="security"
      aria-labelledby="security-title"
      className="grid scroll-mt-24 gap-4 rounded-xs bg-surface-sunk p-6"
    >
      <h2 id="security-title" className="display text-xl">
        Account Security
      </h2>
      {hasSignedOut && <Banner tone="positive">Signed out there.</Banner>}
      <p className="text-ink-soft">
        We send you a link to choose a new password. It signs you out on every device.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/auth/reset-password" look="line">
          Change Password
        </ButtonLink>
        <Form method="post" action="/auth/signout" onSubmit={forgetScreens}>
          <Button look="line" icon="log-out">
            Sign Out
          </Button>
        </Form>
      </div>
      {devices.length > 0 && <DeviceList devices={devices} />}
    </section>
  )
}
