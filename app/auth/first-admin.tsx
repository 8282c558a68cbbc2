import { data, Form, redirect } from 'react-router'
import { signInAgain } from '#app/auth/auth.server.ts'
import { AuthPage } from '#app/auth/auth-page.tsx'
import { PageTitle } from '#app/frame/page-head.tsx'
import { withQuery } from '#app/frame/return-to.ts'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { textOf } from '#app/kit/form-fields.ts'
import { DASHBOARD, FIRST_ADMIN_PATH } from '#app/kit/paths.ts'
import { requestContext, shopCtx } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { becomeFirstAdmin } from '#shop/customers/first-admin.ts'
import type { RefusalOf } from '#shop/kernel/result.ts'
import type { Route } from './+types/first-admin.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  formTargets: 'sign-in',
  access: { get: 200, post: [401, 410, 410, 410] },
}

const PROBLEMS = {
  signed_out: { status: 401, text: 'Please sign in first.' },
  link_invalid: {
    status: 410,
    text: 'This link has expired or was already used, or the shop already has an admin. Until it has one, each start prints a new link.',
  },
  email_not_verified: { status: 403, text: 'Please verify your email address first.' },
} as const satisfies Record<
  Exclude<RefusalOf<typeof becomeFirstAdmin>['reason'], 'session_old'>,
  { status: number; text: string }
>

/** The page of the link that a shop without an admin prints when it starts. Opening the link does not use it up. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { actor } = shopCtx(context)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return { token, email: actor.kind === 'person' ? actor.email : null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, sessionId } = context.get(requestContext)
  const token = textOf(await formOf(request), 'token')
  const result = await becomeFirstAdmin(ctx, { token, sessionId: sessionId ?? '' })
  if (result.ok) return redirect(DASHBOARD)
  if (result.reason === 'session_old')
    return signInAgain(request, context, withQuery(FIRST_ADMIN_PATH, { token }))
  const { status, text } = PROBLEMS[result.reason]
  return data({ problem: text }, { status })
}

const TITLE = 'Become the admin'

export default function FirstAdmin({ loaderData: { token, email }, actionData }: Route.ComponentProps) {
  if (email === null)
    return (
      <>
        <PageTitle>{TITLE}</PageTitle>
        <SignInPrompt title={TITLE} returnTo={withQuery(FIRST_ADMIN_PATH, { token })}>
          Please sign in with the account that should run the shop.
        </SignInPrompt>
      </>
    )
  return (
    <AuthPage
      words={null}
      title={TITLE}
      lead={
        <>
          The account <b className="wrap-anywhere">{email}</b> will run the shop: its products, orders and
          people.
        </>
      }
    >
      <Form method="post" action={withQuery(FIRST_ADMIN_PATH, { token })} className="grid gap-5">
        {actionData && <Banner tone="danger">{actionData.problem}</Banner>}
        <input type="hidden" name="token" value={token} />
        <Button wide>Become the Admin</Button>
      </Form>
    </AuthPage>
  )
}
