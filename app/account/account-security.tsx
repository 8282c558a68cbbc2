import type { ReactNode } from 'react'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { leave } from '#app/kit/leave-offline.ts'
import { TextLink } from '#app/kit/link.tsx'
import { RESET_PASSWORD_PATH, SECURITY_PATH, SIGN_OUT_PATH } from '#app/kit/paths.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { PostButton } from '#app/kit/submit-button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'

/** Names the account in a form. If the browser has signed in to another account since, the server refuses the form. */
export function AccountMark({ email }: { email: string }) {
  return <input type="hidden" name="account" value={email} />
}

type AccountSecurityProps = { email: string; devices: ShownDevice[]; isDeviceSignedOut: boolean }

export function AccountPanel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-24 gap-4 rounded-xs bg-surface-sunk p-6"
    >
      <h2 id={`${id}-title`} className="display text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

export function AccountSecurity({ email, devices, isDeviceSignedOut }: AccountSecurityProps) {
  return (
    <AccountPanel id="security" title="Account Security">
      {isDeviceSignedOut && <Banner tone="positive">Signed out on the devices you chose.</Banner>}
      <p className="text-ink-soft">
        We send you a link to choose a new password. Choosing a new one signs you out on every device.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={RESET_PASSWORD_PATH} look="line">
          Change Password
        </ButtonLink>
        <ButtonLink to={SECURITY_PATH} look="line">
          Second Factor
        </ButtonLink>
        <PostButton form={{ action: SIGN_OUT_PATH, onSubmit: leave }} look="line" icon={phoneIcons.logOut}>
          Sign Out
        </PostButton>
      </div>
      {devices.length > 0 && <DeviceList {...{ email, devices }} />}
    </AccountPanel>
  )
}

export function YourData() {
  return (
    <AccountPanel id="your-data" title="Your data">
      <p className="text-ink-soft">
        Everything we keep about you, in one file. See what it is for and how long we keep it in our{' '}
        <TextLink to="/privacy-policy#what">privacy policy</TextLink>.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/profile/my-data.json" look="line" reloadDocument>
          Download my data
        </ButtonLink>
        <ButtonLink to="/profile/delete" look="line">
          Delete Account
        </ButtonLink>
      </div>
    </AccountPanel>
  )
}

export type ShownDevice = { id: string; name: string; lastSeen: string; isHere: boolean }

function DeviceList({ email, devices }: Pick<AccountSecurityProps, 'email' | 'devices'>) {
  const hasOthers = devices.some(({ isHere }) => !isHere)
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">Signed-in devices</h3>
      <ul className="border-t-2 border-ink">
        {devices.map(({ id, name, lastSeen, isHere }) => (
          <li
            key={id}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2"
          >
            <div>
              <p className="break-words">{name}</p>
              <p className="text-sm text-ink-soft">{isHere ? 'This device' : lastSeen}</p>
            </div>
            {!isHere && (
              <PostButton fields={{ device: id }} form={{ action: '/profile/devices' }} look="line" size="sm">
                Sign out
                <VisuallyHidden>
                  {' '}
                  {name}, {lastSeen}
                </VisuallyHidden>
              </PostButton>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && (
        <PostButton
          fields={{ device: 'others', account: email }}
          form={{ action: '/profile/devices' }}
          look="line"
          size="sm"
        >
          Sign out all other devices
        </PostButton>
      )}
    </div>
  )
}

export function SettingsSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24">
      <h2 id={`${id}-title`} tabIndex={-1} className="display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
