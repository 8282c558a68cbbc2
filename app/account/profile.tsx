import { data, type RouterContextProvider, useSearchParams } from 'react-router'
import type { ShownDevice } from '#app/account/account-security.tsx'
import type { RemovedAddresses } from '#app/account/address-book.tsx'
import { openRemoved } from '#app/account/address-form.server.ts'
import type { ShownReferrals } from '#app/account/referral-panel.tsx'
import type { ProfileAnswer } from '#app/account/settings-page.tsx'
import { type Settings, SettingsPage } from '#app/account/settings-page.tsx'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import { requestContext } from '#app/request/context.server.ts'
import { readCookie } from '#app/request/cookies.server.ts'
import { formOf, invalid, refused, refusedBy } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Ctx } from '#shop/ctx.ts'
import { deviceName, lastSeen } from '#shop/customers/device.ts'
import { profileInput } from '#shop/customers/input.ts'
import { updateProfile } from '#shop/customers/update-profile.ts'
import { findUser, listAddresses, listDevices, readEmailChoices } from '#shop/customers/users.read.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { openReferrals } from '#shop/referrals/open-referrals.ts'
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
  const [first, ...others] = openRemoved(removed, ctx)
  if (!first) return null
  return {
    removed,
    what: `Removed ${others.length > 0 ? `${others.length + 1} addresses` : first.addressLine1}.`,
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
  if (actor.kind === 'visitor') return refused(form, 'Please sign in to save your profile', 401)
  const sent = readFields(profileInput, form)
  if (!sent.ok) return invalid(sent)
  try {
    const saved = await updateProfile(ctx, { userId: actor.id, ...sent.value })
    if (saved.ok) return data<ProfileAnswer>({ ok: true, done: { savedAt: ctx.now.getTime() } })
    if (saved.reason === 'phone_of_worker')
      return refusedBy(saved, form, 'Please check the phone number', {
        phoneNumber: REFUSALS[saved.reason].en,
      })
  } catch (error) {
    reportError(error, requestId)
  }
  return refused(form, 'Failed to update profile', 503)
}

export default function Profile({ loaderData: { account }, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  return (
    <>
      {account ? (
        <SettingsPage
          title={TITLE}
          {...account}
          answer={actionData}
          addressChange={params.get('address')}
          hasSavedMails={params.get('saved') === 'mails'}
          hasSignedOut={params.get('devices') === 'signed-out'}
        />
      ) : (
        <SignInPrompt title={TITLE} returnTo="/profile">
          Please sign in to view your profile.
        </SignInPrompt>
      )}
    </>
  )
}

/** The devices that the actor is signed in on, this browser first. */
async function ownDevices(context: Readonly<RouterContextProvider>): Promise<ShownDevice[]> {
  const { ctx, sessionId } = context.get(requestContext)
  if (ctx.actor.kind === 'visitor') return []
  const devices = await listDevices(ctx.db, ctx.actor.id, ctx.now)
  return devices
    .map((device) => ({
      id: device.id,
      name: deviceName(device.userAgent),
      seen: lastSeen(device, ctx.now),
      isHere: device.id === sessionId,
    }))
    .toSorted((a, b) => Number(b.isHere) - Number(a.isHere))
}

/** The profile's referral section: code, link, statistics and rewards. Null when the shop has no referral codes. */
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
