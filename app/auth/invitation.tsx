import { data, redirect } from 'react-router'
import { signInAgain } from '#app/auth/auth.server.ts'
import { AuthPage } from '#app/auth/auth-page.tsx'
import { PageTitle } from '#app/frame/page-head.tsx'
import { withQuery } from '#app/frame/return-to.ts'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { textOf } from '#app/kit/form-fields.ts'
import { DASHBOARD, INVITATION_PATH } from '#app/kit/paths.ts'
import { PostButton } from '#app/kit/submit-button.tsx'
import { requestContext, shopCtx } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { findInvitation } from '#shop/customers/staff-invitations.read.ts'
import { acceptInvitation } from '#shop/customers/staff-invitations.ts'
import { tokenHash } from '#shop/email-token.ts'
import type { RefusalOf } from '#shop/kernel/result.ts'
import { STAFF_ROLE_NAMES, STAFF_ROLE_WORK } from '#shop/kernel/staff-role.ts'
import type { Route } from './+types/invitation.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  formTargets: 'sign-in',
  access: { get: 200, post: [401, 410, 410, 409], staff: 'dashboard' },
}

const OVER = 'This invitation has expired, or was used or withdrawn. Ask an owner of the shop for a new one.'

const PROBLEMS = {
  signed_out: { status: 401, text: 'Please sign in first.' },
  link_invalid: { status: 410, text: OVER },
  email_not_verified: { status: 403, text: 'Please verify your email address first.' },
  already_staff: { status: 409, text: 'You have a role in this shop already. An owner can change it.' },
} as const satisfies Record<
  Exclude<RefusalOf<typeof acceptInvitation>['reason'], 'session_old'>,
  { status: number; text: string }
>

/** The page of an emailed invitation. Opening it does not use the link up, because mail scanners open every link. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { actor, db, now } = shopCtx(context)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const invitation = await findInvitation(db, { tokenHash: tokenHash(token) }, now)
  const email = actor.kind === 'person' ? actor.email : null
  const isOther = invitation !== null && email?.toLowerCase() !== invitation.email
  if (!invitation) return { token, invitation, email, isOther }
  const { staffRole, email: invited } = invitation
  // Shows only 'a…@shop.example', so that the link does not reveal the full address.
  const hint = `${invited.slice(0, 1)}…${invited.slice(invited.lastIndexOf('@'))}`
  return { token, invitation: { staffRole, email: hint }, email, isOther }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, sessionId } = context.get(requestContext)
  const token = textOf(await formOf(request), 'token')
  const accepted = await acceptInvitation(ctx, { token, sessionId: sessionId ?? '' })
  if (accepted.ok) return redirect(DASHBOARD)
  if (accepted.reason === 'session_old')
    return signInAgain(request, context, withQuery(INVITATION_PATH, { token }))
  const { status, text } = PROBLEMS[accepted.reason]
  return data({ problem: text }, { status })
}

const TITLE = 'Work for this shop'

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { token, invitation, email, isOther } = loaderData
  const here = withQuery(INVITATION_PATH, { token })
  if (!invitation)
    return (
      <AuthPage words={null} title={TITLE} lead={OVER}>
        {actionData && <Banner tone="danger">{actionData.problem}</Banner>}
        <ButtonLink to="/">Open the shop</ButtonLink>
      </AuthPage>
    )
  const { staffRole } = invitation
  const role = STAFF_ROLE_NAMES[staffRole].toLowerCase()
  if (email === null)
    return (
      <>
        <PageTitle>{TITLE}</PageTitle>
        <SignInPrompt title={TITLE} returnTo={here}>
          {`Please sign in with the address that was invited, ${invitation.email}, to become ${role}. Without an account, sign up with it first, then open the invitation again.`}
        </SignInPrompt>
      </>
    )
  return (
    <AuthPage
      words={null}
      title={TITLE}
      lead={
        isOther ? (
          <>
            This invitation is for <b className="wrap-anywhere">{invitation.email}</b>. You are signed in as{' '}
            <b className="wrap-anywhere">{email}</b>: sign out, and sign in with the invited address.
          </>
        ) : (
          <>
            Your role will be {role}: {STAFF_ROLE_WORK[staffRole]} Next you set up a second factor for signing
            in.
          </>
        )
      }
    >
      {actionData && <Banner tone="danger">{actionData.problem}</Banner>}
      {!isOther && (
        <PostButton fields={{ token }} form={{ action: here, className: 'grid gap-5' }} wide>
          Accept
        </PostButton>
      )}
    </AuthPage>
  )
}
