import { useId } from 'react'
import {
  data,
  Form,
  type RouterContextProvider,
  useLocation,
  useNavigation,
  useSearchParams,
} from 'react-router'
import {
  AccountMark,
  AccountSecurity,
  SettingsSection,
  type ShownDevice,
  YourData,
} from '#app/account/account-security.tsx'
import { AddressBook, type RemovedAddresses } from '#app/account/address-book.tsx'
import { isOfOtherAccount, readUndo, refuseOtherAccount } from '#app/account/address-form.server.ts'
import { ReferralPanel, type ShownReferrals } from '#app/account/referral-panel.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { useCanOpen } from '#app/frame/use-root-data.ts'
import { Banner, FlashNotice } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { type FormAnswer, readFields } from '#app/kit/form-fields.ts'
import { ProblemBox, useBoxedForm } from '#app/kit/problem-box.tsx'
import { SubmitButton } from '#app/kit/submit-button.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { readCookie } from '#app/request/cookies.server.ts'
import { formOf, invalid, refuse, refusedBy } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { SavedAddress } from '#shop/customers/address.ts'
import { updateProfile } from '#shop/customers/change-account.ts'
import type { EmailChoice, EmailChoices, EmailPurpose } from '#shop/customers/consent.ts'
import { deviceName, lastSeen } from '#shop/customers/device.ts'
import { profileInput } from '#shop/customers/input.ts'
import { findUser, listAddresses, listDevices, readEmailChoices } from '#shop/customers/users.read.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { openReferrals } from '#shop/referrals/assign-codes.ts'
import { listRewards, referralStatistics } from '#shop/referrals/referrals.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/profile.ts'

export const handle: PageHandle = {
  title: 'Account Settings',
  search: 'noindex',
  access: { get: 200, post: [401, 422, 422, 422] },
}

const TITLE = 'Account Settings'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, reportError, requestId } = context.get(requestContext)
  const { actor } = ctx
  if (actor.kind === 'visitor') return { account: null }
  const settings = await readSettings(ctx, actor).catch((error: unknown) => {
    reportError(error, requestId)
    return null
  })
  const devices = await ownDevices(context).catch((error: unknown) => {
    reportError(error, requestId)
    return []
  })
  return { account: { email: actor.email, settings, devices, removed: readRemoved(request, ctx) } }
}

function readRemoved(request: Request, ctx: Ctx): RemovedAddresses | null {
  const removed = readCookie(request, 'address_undo')
  const [first, ...others] = readUndo(removed, ctx)
  if (!first) return null
  return {
    removed,
    message: `Removed ${others.length > 0 ? `${others.length + 1} addresses` : first.addressLine1}.`,
  }
}

async function readSettings(ctx: Ctx, person: Person): Promise<Settings | null> {
  const { db } = ctx
  const user = await findUser(db, person.id)
  if (!user) return null
  return {
    values: { fullName: user.fullName, phoneNumber: user.phoneNumber ?? '' },
    addresses: await listAddresses(db, person.id),
    mails: await readEmailChoices(db, person),
    referrals: await ownReferrals(ctx, person),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, reportError, requestId } = context.get(requestContext)
  const form = await formOf(request)
  const { actor } = ctx
  if (actor.kind === 'visitor') return refuse(form, 'Please sign in to save your profile', 401)
  if (isOfOtherAccount(form, actor)) return refuseOtherAccount(form)
  const fields = readFields(profileInput, form)
  if (!fields.ok) return invalid(fields)
  try {
    const saved = await updateProfile(ctx, { userId: actor.id, ...fields.value })
    if (saved.ok) return data<ProfileAnswer>({ ok: true, done: { savedAt: ctx.now.getTime() } })
    if (saved.reason === 'phone_of_worker')
      return refusedBy(saved, form, 'Please check the phone number', {
        phoneNumber: REFUSALS[saved.reason].en,
      })
  } catch (error) {
    reportError(error, requestId)
  }
  return refuse(form, 'Failed to update profile', 503)
}

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

/** `savedAt`: when it was saved, in milliseconds, so that each save differs. */
type ProfileAnswer = FormAnswer<{ savedAt: number }>

type Settings = {
  values: { fullName: string; phoneNumber: string }
  addresses: SavedAddress[]
  mails: EmailChoices
  /** Null if the shop has no referral programme. */
  referrals: ShownReferrals | null
}

export default function Profile({ loaderData: { account }, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  if (!account) {
    return (
      <SignInPrompt title={TITLE} returnTo="/profile">
        Please sign in to view your profile.
      </SignInPrompt>
    )
  }
  const { email, settings, devices, removed } = account
  const isDeviceSignedOut = params.get('devices') === 'signed-out'
  return (
    <div className="wrap pt-8 pb-section">
      <h1 className="display text-3xl">{TITLE}</h1>
      {params.has('other-account') && (
        <Banner tone="danger" className="mt-6">
          You’re signed in with another account now, so nothing was changed.
        </Banner>
      )}
      <div className="mt-8 grid grid-cols-1 items-start gap-x-16 gap-y-12 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid grid-cols-1 gap-14">
          {settings ? (
            <>
              <div className="max-w-form">
                <ProfileForm email={email} values={settings.values} answer={actionData} />
              </div>
              <AddressBook addresses={settings.addresses} removed={removed} change={params.get('address')} />
              <MailChoicesForm
                email={email}
                choices={settings.mails}
                hasSaved={params.get('saved') === 'mails'}
              />
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
          <AccountSecurity {...{ email, devices, isDeviceSignedOut }} />
          <YourData />
        </div>
      </div>
    </div>
  )
}

type MailChoicesFormProps = { email: string; choices: EmailChoices; hasSaved: boolean }

function MailChoicesForm({ email, choices, hasSaved }: MailChoicesFormProps) {
  const canOpen = useCanOpen()
  // A subscriber can always unsubscribe.
  const mails = MAILS.filter(
    ({ purpose }) => purpose !== 'newsletter' || choices.newsletter.isGiven || canOpen('/newsletter'),
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
        <AccountMark email={email} />
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

type ProfileFormProps = Pick<Settings, 'values'> & { email: string; answer: ProfileAnswer | undefined }

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
      <AccountMark email={email} />
      <TextField
        className="bg-surface-sunk"
        label="Email"
        type="email"
        value={email}
        readOnly
        hint="The address you sign in with."
      />
      <TextField {...field('fullName')} label="Full name" autoComplete="name" />
      {/* Shown as stored: an Indian mobile number without spaces and country code. */}
      <TextField
        key={`${savedAt} ${values.phoneNumber}`}
        {...field('phoneNumber')}
        required={false}
        label="Phone number"
        type="tel"
        autoComplete="tel"
        placeholder="+1234567890"
        hint="Digits only; a number abroad starts with its country code. You may leave it empty."
      />
      <ProblemBox {...box} />
      <SubmitButton label="Save Changes" busyLabel="Saving..." isBusy={isBusy} />
    </Form>
  )
}

async function ownDevices(context: Readonly<RouterContextProvider>): Promise<ShownDevice[]> {
  const { ctx, sessionId } = context.get(requestContext)
  if (ctx.actor.kind === 'visitor') return []
  const devices = await listDevices(ctx.db, ctx.actor.id, ctx.now)
  return devices
    .map((device) => ({
      id: device.id,
      name: deviceName(device.userAgent),
      lastSeen: lastSeen(device, ctx.now),
      isHere: device.id === sessionId,
    }))
    .toSorted((a, b) => Number(b.isHere) - Number(a.isHere))
}

async function ownReferrals(ctx: Ctx, person: Person): Promise<ShownReferrals | null> {
  const { config, db, now } = ctx
  if (config.offers.referralPercent === 0) return null
  const opened = await openReferrals(ctx)
  if (!opened.ok) return null
  const code = opened.value
  return {
    code,
    link: `${config.origin}/?ref=${code}`,
    percent: config.offers.referralPercent,
    statistics: await referralStatistics(db, person.id),
    rewards: await listRewards(db, person.id, now),
  }
}
