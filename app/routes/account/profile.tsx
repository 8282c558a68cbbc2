import { data, useSearchParams } from 'react-router'
import { checkForm, type Problem, textOf } from '#app/http/check-form.ts'
import { formOf } from '#app/http/form.server.ts'
import { ownDevices } from '#app/http/own-devices.server.ts'
import { requestContext, shopCtx } from '#app/http/request-context.server.ts'
import type { PageHandle } from '#app/root.tsx'
import { AccountSecurity } from '#app/ui/account/account-security.tsx'
import { type ProfileAnswer, ProfileForm } from '#app/ui/account/profile-form.tsx'
import { SignInPrompt } from '#app/ui/account/sign-in-prompt.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { profileInput } from '#shop/customers/input.ts'
import { updateProfile } from '#shop/customers/update-profile.ts'
import { findUser } from '#shop/customers/users.read.ts'
import type { Route } from './+types/profile.ts'

export const handle: PageHandle = { noindex: true }

const TITLE = 'Account Settings'

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx, reportError, requestId } = context.get(requestContext)
  if (ctx.actor.kind === 'visitor') return { account: null }
  const { id, email } = ctx.actor
  const user = await findUser(ctx.db, id).catch((error: unknown) => reportError(error, requestId))
  const values = user ? { fullName: user.fullName, phoneNumber: user.phoneNumber ?? '' } : null
  const devices = await ownDevices(context).catch((error: unknown) => {
    reportError(error, requestId)
    return []
  })
  return { account: { email, values, devices } }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, reportError, requestId } = context.get(requestContext)
  const form = await formOf(request)
  const values = { fullName: textOf(form, 'fullName'), phoneNumber: textOf(form, 'phoneNumber') }
  const refused = (problem: Problem, status: number) =>
    data<ProfileAnswer>({ problem, values, savedAt: null }, { status })
  const checked = checkForm(profileInput, form)
  if (!checked.ok) return refused(checked.problem, 422)
  const { actor } = shopCtx(context)
  if (actor.kind === 'visitor')
    return refused({ message: 'Please sign in to save your profile', field: null }, 401)
  try {
    const result = await updateProfile(ctx, { userId: actor.id, ...checked.value })
    if (result.ok) return data<ProfileAnswer>({ problem: null, values, savedAt: ctx.now.getTime() })
  } catch (error) {
    reportError(error, requestId)
  }
  return refused({ message: 'Failed to update profile', field: null }, 503)
}

export default function Profile({ loaderData: { account }, actionData }: Route.ComponentProps) {
  return (
    <>
      <title>{TITLE}</title>
      {account ? (
        <Settings {...account} answer={actionData} />
      ) : (
        <SignInPrompt title={TITLE} returnTo="/profile">
          Please sign in to view your profile.
        </SignInPrompt>
      )}
    </>
  )
}

type Account = NonNullable<Route.ComponentProps['loaderData']['account']>

function Settings({ email, values, devices, answer }: Account & { answer: ProfileAnswer | undefined }) {
  const [params] = useSearchParams()
  return (
    <div className="wrap pt-8 pb-section">
      <h1 className="display text-3xl">{TITLE}</h1>
      <div className="mt-8 grid items-start gap-x-16 gap-y-12 md:grid-cols-[7fr_5fr]">
        <div className="max-w-form">
          {values ? (
            <ProfileForm email={email} values={values} answer={answer} />
          ) : (
            <Banner tone="danger">Failed to load profile</Banner>
          )}
        </div>
        <AccountSecurity devices={devices} hasSignedOut={params.get('devices') === 'signed-out'} />
      </div>
    </div>
  )
}
