import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Form, Link, useLocation, useNavigation } from 'react-router'
import { AccountSecurity, type ShownDevice, YourData } from '#app/account/account-security.tsx'
import { AddressText } from '#app/account/address-values.tsx'
import { ReferralPanel, type ShownReferrals } from '#app/account/referral-panel.tsx'
import { useIsOpen } from '#app/frame/use-root-data.ts'
import { Banner, FlashNotice } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { Checkbox, TextField } from '#app/kit/fields.tsx'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import { ProblemBox, useBoxedForm } from '#app/kit/problem-box.tsx'
import { Badge } from '#app/kit/status.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { MAX_ADDRESSES, type SavedAddress } from '#shop/customers/address.ts'
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
  /** The first line of an address that was just removed; null for none. */
  removed: string | null
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
      <div className="mt-8 grid items-start gap-x-16 gap-y-12 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid gap-14">
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
        <div className="grid gap-6">
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

type AddressBookProps = { addresses: SavedAddress[]; removed: string | null; change: string | null }

function AddressNotice({ change }: { change: string | null }) {
  const text = change === 'saved' ? 'Address saved' : change === 'default' ? 'Default address changed' : null
  if (!text) return null
  return (
    <Banner tone="positive" className="mt-4">
      {text}
    </Banner>
  )
}

/** Offers to undo a removal. It takes the focus of the button that went with the address. */
function RemovedAddress({ what }: { what: string }) {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    undo.current?.scrollIntoView({ block: 'nearest' })
    if (document.activeElement === document.body) undo.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Banner tone="positive" title={`Removed ${what}.`} className="mt-4 scroll-my-24">
      <Form method="post" action="/profile/addresses/removed" preventScrollReset className="inline">
        <button ref={undo} type="submit" name="intent" value="restore" className="link min-h-11 px-2">
          Undo
        </button>
      </Form>
    </Banner>
  )
}

/** The saved addresses, each with its buttons. */
function AddressBook({ addresses, removed, change }: AddressBookProps) {
  return (
    <SettingsSection id="addresses" title="Saved addresses">
      {removed === null ? <AddressNotice change={change} /> : <RemovedAddress key={removed} what={removed} />}
      {addresses.length === 0 ? (
        <p className="mt-3 text-ink-soft">
          No saved addresses yet. Save one and we’ll fill it in at checkout; otherwise we’ll use the one from
          your last order.
        </p>
      ) : (
        <ul className="mt-4 border-ink border-t-2">
          {addresses.map((address) => (
            <AddressRow key={address.id} address={address} />
          ))}
        </ul>
      )}
      <div className="mt-5">
        {addresses.length < MAX_ADDRESSES ? (
          <ButtonLink to="/profile/addresses/new" look="line" size="sm">
            Add address
          </ButtonLink>
        ) : (
          <p className="text-ink-soft text-sm">You’ve reached the limit. Remove an address to add another.</p>
        )}
      </div>
    </SettingsSection>
  )
}

function AddressRow({ address }: { address: SavedAddress }) {
  const path = `/profile/addresses/${address.id}`
  const which = <VisuallyHidden> {address.addressLine1}</VisuallyHidden>
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-line border-b py-4">
      <div className="min-w-0 wrap-anywhere">
        {address.isDefault && (
          <Badge tone="positive" className="mb-1.5">
            Default
          </Badge>
        )}
        <AddressText address={address} />
      </div>
      <div className="flex flex-wrap items-center gap-x-5">
        {!address.isDefault && (
          <Form method="post" action={path} preventScrollReset>
            <button type="submit" name="intent" value="default" className="link min-h-11">
              Make default{which}
            </button>
          </Form>
        )}
        <Link to={path} className="link inline-flex min-h-11 items-center">
          <span>Edit{which}</span>
        </Link>
        <details>
          <summary className="link min-h-11 content-center">Remove{which}</summary>
          <Form method="post" action={path} preventScrollReset>
            <button type="submit" name="intent" value="remove" className="btn btn-line">
              Yes, remove it{which}
            </button>
          </Form>
        </details>
      </div>
    </li>
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
function SettingsSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24">
      <h2 id={`${id}-title`} className="display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
