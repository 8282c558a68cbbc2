import { AccountSecurity } from '#app/account/account-security.tsx'
import { AddressBook } from '#app/account/address-book.tsx'
import type { ShownDevice } from '#app/account/device-list.tsx'
import { MailChoicesForm } from '#app/account/mail-choices-form.tsx'
import { type ProfileAnswer, ProfileForm, type ProfileValues } from '#app/account/profile-form.tsx'
import { ReferralPanel, type ShownReferrals } from '#app/account/referral-panel.tsx'
import { YourData } from '#app/account/your-data.tsx'
import { Banner } from '#app/kit/banner.tsx'
import type { SavedAddress } from '#shop/customers/address.ts'
import type { EmailChoices } from '#shop/customers/consent.ts'

/** The account data that the page shows. */
export type Settings = {
  values: ProfileValues
  addresses: SavedAddress[]
  mails: EmailChoices
  /** Null: the shop has no referral programme. */
  referrals: ShownReferrals | null
}

type SettingsPageProps = {
  title: string
  email: string
  /** Null: it could not be read. */
  settings: Settings | null
  answer: ProfileAnswer | undefined
  devices: ShownDevice[]
  /** True when a device has just been signed out. */
  hasSignedOut: boolean
  /** True when the choice of mails has just been saved. */
  hasSavedMails: boolean
}

/** Account Settings: who one is, where parcels go, what comes by mail, how one gets in, and what is kept. */
export function SettingsPage(props: SettingsPageProps) {
  const { title, email, settings, answer, devices, hasSignedOut, hasSavedMails } = props
  return (
    <div className="wrap pt-8 pb-section">
      <h1 className="display text-3xl">{title}</h1>
      <div className="mt-8 grid items-start gap-x-16 gap-y-12 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid gap-14">
          {settings ? (
            <>
              <div className="max-w-form">
                <ProfileForm email={email} values={settings.values} answer={answer} />
              </div>
              <AddressBook addresses={settings.addresses} />
              <MailChoicesForm choices={settings.mails} hasSaved={hasSavedMails} />
            </>
          ) : (
            <Banner tone="danger">Failed to load profile</Banner>
          )}
        </div>
        <div className="grid gap-6">
          {settings?.referrals && <ReferralPanel referrals={settings.referrals} />}
          <AccountSecurity devices={devices} hasSignedOut={hasSignedOut} />
          <YourData />
        </div>
      </div>
    </div>
  )
}
