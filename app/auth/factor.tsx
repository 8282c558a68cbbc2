import { Form, redirect, redirectDocument } from 'react-router'
import { withCookies } from '#app/auth/auth.server.ts'
import { AuthPage } from '#app/auth/auth-page.tsx'
import { ownSession, passkeySite, tokenCookie, waitForCode } from '#app/auth/factor.server.ts'
import { PasskeyForm } from '#app/auth/passkey-form.tsx'
import { returnToOf, withQuery } from '#app/frame/return-to.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { FACTOR_PATH, FACTOR_SET_UP_PATH, SECURITY_PATH } from '#app/kit/factor-paths.ts'
import { TextField } from '#app/kit/fields.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import { SIGN_IN_PATH, SIGN_OUT_PATH, SIGNED_IN_PATH } from '#app/kit/paths.ts'
import { requestContext } from '#app/request/context.server.ts'
import { formOf, invalid, refused, refusedBy } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { resetFactorCodes } from '#infra/rate-limits/rate-limits.ts'
import { listFactors } from '#shop/factors/factors.read.ts'
import { proofInput } from '#shop/factors/input.ts'
import { type Proof, proveFactor } from '#shop/factors/prove-factor.ts'
import type { Route } from './+types/factor.ts'

export const handle: PageHandle = {
  title: 'Confirm it is you',
  search: 'noindex',
  access: { get: 302, post: 302 },
}

const WRONG = {
  app: 'This code is wrong, over, or was used already. Wait for the next one and type that.',
  recovery: 'This recovery code is wrong, or was used already.',
  passkey: 'This passkey was not accepted. Please try again.',
} as const

/** Asks for the second factor: after a sign-in, and again before sensitive steps. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx } = context.get(requestContext)
  const session = ownSession(context)
  const returnTo = returnToOf(request.url)
  if (session === null)
    throw redirect(withQuery(SIGN_IN_PATH, { returnTo: withQuery(FACTOR_PATH, { returnTo }) }))
  const isDone = new URL(request.url).searchParams.has('done')
  const kinds = (await listFactors(ctx.db, session.person.id)).map(({ kind }) => kind)
  if (kinds.length === 0 && session.isPending) throw redirect(FACTOR_SET_UP_PATH)
  if (kinds.length === 0) throw redirect(returnTo ?? SECURITY_PATH)
  return {
    ...{ returnTo, isDone, isPending: session.isPending, email: session.person.email },
    hasApp: kinds.includes('totp'),
    hasPasskey: kinds.includes('passkey'),
    isPasskeyPossible: passkeySite(request, ctx) !== null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, limits } = context.get(requestContext)
  const session = ownSession(context)
  if (session === null) return redirect(SIGN_IN_PATH)
  const form = await formOf(request)
  const sent = readFields(proofInput, form)
  if (!sent.ok) return invalid(sent)
  const input = sent.value
  const wait = input.intent === 'passkey' ? null : await waitForCode(request, context, session)
  if (wait) return refused(form, `Too many attempts. ${wait.words}`, 429, wait.headers)
  const proof = proofOf(input, request, ctx)
  const proven = proof && (await proveFactor(ctx, session, proof))
  if (!proven?.ok) {
    if (proven?.reason === 'signed_out') return redirect(SIGN_IN_PATH)
    return refusedBy({ reason: 'factor_wrong' }, form, WRONG[input.intent])
  }
  await resetFactorCodes(limits, {
    person: session.person.id,
    address: request.headers.get('x-real-ip') ?? '',
  })
  const headers = withCookies([await tokenCookie(context, proven.value.token)])
  const returnTo = returnToOf(request.url)
  // One code fewer is left, and what was lost is to be replaced.
  if (input.intent === 'recovery')
    return redirect(withQuery(SECURITY_PATH, { done: 'recovered' }), { headers })
  if (session.isPending) return redirectDocument(withQuery(SIGNED_IN_PATH, { returnTo }), { headers })
  // It may be a file.
  return redirectDocument(returnTo ?? withQuery(FACTOR_PATH, { done: 'yes' }), { headers })
}

function proofOf(
  input: Extract<ReturnType<typeof readFields<typeof proofInput>>, { ok: true }>['value'],
  request: Request,
  ctx: Parameters<typeof proveFactor>[0],
): Proof | null {
  if (input.intent === 'app') return { by: 'totp', code: input.code }
  if (input.intent === 'recovery') return { by: 'recovery', code: input.recovery }
  const site = passkeySite(request, ctx)
  return site && { by: 'passkey', answer: input.answer, site }
}

export default function Factor({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, isDone, isPending, email, hasApp, hasPasskey, isPasskeyPossible } = loaderData
  const action = withQuery(FACTOR_PATH, { returnTo })
  if (isDone && !actionData)
    return (
      <AuthPage words={null} title="Confirmed" lead="Thank you. For ten minutes you are not asked again.">
        <p>Go back to the page that you came from, and send its form again: what you typed is still there.</p>
      </AuthPage>
    )
  const problems = actionData?.problems ?? {}
  const lead = isPending
    ? `Signed in as ${email}. One more step opens the account.`
    : 'This step is sensitive, so it asks for your second factor again. For ten minutes afterwards you are not asked.'
  return (
    <AuthPage words={null} title="Confirm it is you" lead={<span className="wrap-anywhere">{lead}</span>}>
      {actionData?.message && <Banner tone="danger">{actionData.message}</Banner>}
      {hasPasskey && (
        <PasskeyForm
          {...{ action, isPossible: isPasskeyPossible }}
          purpose="prove"
          intent="passkey"
          label="Use a Passkey"
        />
      )}
      {hasApp && (
        <Form method="post" action={action} className="grid gap-5">
          <TextField
            label="Code from your authenticator app"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            required
            errors={problems.code ? [problems.code] : null}
          />
          <Button wide look={hasPasskey ? 'line' : 'solid'} name="intent" value="app">
            Confirm
          </Button>
        </Form>
      )}
      <details open={actionData?.values.intent === 'recovery'}>
        <summary className="link min-h-11">Use a recovery code</summary>
        <Form method="post" action={action} className="mt-2 grid gap-5">
          <TextField
            label="Recovery code"
            name="recovery"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint="One of the ten codes that you were shown. Each works once."
            errors={problems.recovery ? [problems.recovery] : null}
          />
          <Button wide look="line" name="intent" value="recovery">
            Use the Recovery Code
          </Button>
        </Form>
        <p className="mt-4 text-ink-soft">
          Without any of them: an owner of the shop can reset your second factor in the dashboard.
        </p>
      </details>
      {isPending && (
        <Form method="post" action={SIGN_OUT_PATH}>
          <button type="submit" className="link min-h-11">
            Sign out
          </button>
        </Form>
      )}
    </AuthPage>
  )
}
