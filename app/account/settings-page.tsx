import { useId } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { AccountSecurity, type ShownDevice, YourData } from '#app/account/account-security.tsx'
import { AddressBook, type RemovedAddresses } from '#app/account/address-book.tsx'
import { ReferralPanel, type ShownReferrals } from '#app/account/referral-panel.tsx'
import { SettingsSection } from '#app/account/settings-section.tsx'
import { useIsOpen } from '#app/frame/use-root-data.ts'
import { Banner, FlashNotice } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { Checkbox, TextField } from '#app/kit/fields.tsx'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import { ProblemBox, useBoxedForm } from '#app/kit/problem-box.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import type { SavedAddress } from '#shop/customers/address.ts'
import type { EmailChoice, EmailChoices, EmailPurpose } from '#shop/customers/consent.ts'
import { profileInput } from '#shop/customers/input.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'

const MAILS: { purpose: EmailPurpose; label: string; about: string }[] = [
  {
    purpose: 'newsletter',
    label: 'Newsletter',
    about: 'New products, recipes and offers. One email a month at most.',
  },
  {
    purpose: 'referral-mails',
    label: 'Emails about referrals',
    about: 'When someone you referred has ordered and you have earned a coupon.',
  },
]

/** `savedAt`, in milliseconds, differs for each save. */
export type ProfileAnswer = FormAnswer<{ savedAt: number }>

/** The account data that the page shows. */
export type Settings = {
  values: { fullName: string; phoneNumber: string }
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
  removed: RemovedAddresses | null
  /** The last change of an address, from the URL. */
  addressChange: string | null
  /** True when a device has just been signed out. */
  hasSignedOut: boolean
  /** True when the choice of mails has just been saved. */
  hasSavedMails: boolean
}

/** Account Settings: profile, saved addresses, emails, referrals, security and personal data. */
export function SettingsPage(props: SettingsPageProps) {
  const { title, email, settings, answer, devices, removed, addressChange, hasSignedOut, hasSavedMails } =
    props
  return (
    <div className="wrap pt-8 pb-section">
      <h1 className="display text-3xl">{title}</h1>
      <div className="mt-8 grid grid-cols-1 items-start gap-x-16 gap-y-12 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid grid-cols-1 gap-14">
          {settings ? (
            <>
              <div className="max-w-form">
                <ProfileForm email={email} values={settings.values} answer={answer} />
              </div>
              <AddressBook addresses={settings.addresses} removed={removed} change={addressChange} />
              <MailChoicesForm choices={settings.mails} hasSaved={hasSavedMails} />
            </>
          ) : (
            <Banner tone="danger">Failed to load profile</Banner>
          )}
        </div>
        <div className="grid grid-cols-1 gap-6">
          {settings?.referrals && (
            <ReferralPanel
              referrals={settings.referrals}
              isEmailed={settings.mails['referral-mails'].isGiven}
            />
          )}
          <AccountSecurity devices={devices} hasSignedOut={hasSignedOut} />
          <YourData />
        </div>
      </div>
    </div>
  )
}

/** Emails beyond those about orders and account, a checkbox for each. */
function MailChoicesForm({ choices, hasSaved }: { choices: EmailChoices; hasSaved: boolean }) {
  const isOpen = useIsOpen()
  // A subscriber can always unsubscribe.
  const mails = MAILS.filter(
    ({ purpose }) => purpose !== 'newsletter' || choices.newsletter.isGiven || isOpen('/newsletter'),
  )
  const { key } = useLocation()
  const isBusy = useNavigation().formAction === '/profile/mails'
  return (
    <SettingsSection id="mails" title="What we email you">
      <p className="mt-3 text-ink-soft">
        We always email you about your orders and account. The rest is up to you.
      </p>
      <Form
        method="post"
        action="/profile/mails"
        preventScrollReset
        aria-describedby={hasSaved ? 'mails-saved' : undefined}
        className="mt-5 grid gap-5"
      >
        {mails.map(({ purpose, label, about }) => (
          <Checkbox
            key={purpose}
            name={purpose}
            label={label}
            hint={`${about} ${sinceWhen(choices[purpose])}`.trim()}
            defaultChecked={choices[purpose].isGiven}
          />
        ))}
        <div className="flex flex-wrap items-center gap-4">
          <Button look="line" size="sm" busy={isBusy}>
            Save choices
          </Button>
          {hasSaved && (
            <FlashNotice key={key} id="mails-saved">
              Choices saved
            </FlashNotice>
          )}
        </div>
      </Form>
    </SettingsSection>
  )
}

function sinceWhen({ isGiven, decidedAt }: EmailChoice): string {
  if (!decidedAt) return ''
  return `${isGiven ? 'On' : 'Off'} since ${formatDayAndTime(decidedAt)}.`
}

type ProfileFormProps = Pick<SettingsPageProps, 'email' | 'answer'> & Pick<Settings, 'values'>

function ProfileForm({ email, values, answer }: ProfileFormProps) {
  const { props, problem, box, field, isBusy } = useBoxedForm(profileInput, answer, { initial: values })
  const savedId = useId()
  const savedAt = answer?.ok ? answer.done.savedAt : null
  return (
    <Form
      {...props}
      method="post"
      action="/profile"
      noValidate
      aria-label="Profile"
      aria-describedby={savedAt ? savedId : undefined}
      className="grid gap-5"
    >
      {savedAt && !problem && (
        <FlashNotice key={savedAt} id={savedId}>
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
      <TextField {...field('fullName')} label="Full name" autoComplete="name" />
      <TextField
        {...field('phoneNumber')}
        required={false}
        label="Phone number"
        type="tel"
        autoComplete="tel"
        placeholder="+1234567890"
        hint="A number abroad with its country code, digits only. You may leave it empty."
      />
      <ProblemBox {...box} />
      <SubmitButton label="Save Changes" busyLabel="Saving..." isBusy={isBusy} />
    </Form>
  )
}

/** A section of Account Settings; `id` is its anchor. */
