import { data, Form, redirect } from 'react-router'
import { AddFactor, RecoveryCodes } from '#app/auth/add-factor.tsx'
import { withCookies } from '#app/auth/auth.server.ts'
import { AuthPage, Confirmation } from '#app/auth/auth-page.tsx'
import {
  addOwnFactor,
  answered,
  offerApp,
  ownSession,
  passkeySite,
  waitForCode,
} from '#app/auth/factor.server.ts'
import { withQuery } from '#app/frame/return-to.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { FACTOR_PATH, FACTOR_SET_UP_PATH, SECURITY_PATH } from '#app/kit/factor-paths.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { SIGN_IN_PATH, SIGN_OUT_PATH, SIGNED_IN_PATH } from '#app/kit/paths.ts'
import { requestContext } from '#app/request/context.server.ts'
import { formOf, invalid, refused, refusedBy } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { toWait } from '#app/request/rate-limit.server.ts'
import { linkWorks, listFactors } from '#shop/factors/factors.read.ts'
import { setUpInput } from '#shop/factors/input.ts'
import { sendSetUpLink } from '#shop/factors/send-set-up-link.ts'
import type { Route } from './+types/factor-set-up.ts'

export const handle: PageHandle = {
  title: 'Set up your second factor',
  search: 'noindex',
  access: { get: 302, post: 302 },
}

/** Emailed links per account. */
const LINKS = { max: 5, seconds: 3600 }

/**
 * Staff set up their first factor here, by the link that was mailed to them. Opening the link changes nothing; without one
 * the page offers to send it.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx } = context.get(requestContext)
  const session = ownSession(context)
  const token = new URL(request.url).searchParams.get('token')
  const here = withQuery(FACTOR_SET_UP_PATH, { token })
  if (session === null) throw redirect(withQuery(SIGN_IN_PATH, { returnTo: here }))
  const { person } = session
  const { email } = person
  // Not a redirect: the answer to the form, with its recovery codes, is this page.
  if ((await listFactors(ctx.db, person.id)).length > 0) return { step: 'done', email } as const
  if (!session.isPending) throw redirect(SECURITY_PATH)
  if (token === null || !(await linkWorks(ctx.db, person.id, token, ctx.now)))
    return { step: 'link', email, isOld: token !== null } as const
  const isPasskeyPossible = passkeySite(request, ctx) !== null
  return { step: 'add', email, token, offer: offerApp(ctx, person), isPasskeyPossible } as const
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, limits } = context.get(requestContext)
  const session = ownSession(context)
  if (session === null) return redirect(SIGN_IN_PATH)
  if (!session.isPending) return redirect(SECURITY_PATH)
  const form = await formOf(request)
  const sent = readFields(setUpInput, form)
  const offer = typeof form.get('offer') === 'string' ? String(form.get('offer')) : ''
  const again = { offer: offer === '' ? null : offerApp(ctx, session.person, offer) }
  if (!sent.ok) return answered(invalid(sent), again)
  if (sent.value.intent === 'send-link') {
    const wait = toWait(await limits.consume('factor link', session.person.id, LINKS))
    if (wait) return answered(refused(form, `Too many emails. ${wait.words}`, 429, wait.headers), again)
    const asked = await sendSetUpLink(ctx, session)
    if (!asked.ok) return redirect(asked.reason === 'signed_out' ? SIGN_IN_PATH : FACTOR_PATH)
    return data({ ok: true, codes: null, isSent: true } as const)
  }
  const wait = await waitForCode(request, context, session)
  if (wait) return answered(refused(form, `Too many attempts. ${wait.words}`, 429, wait.headers), again)
  const { token, ...input } = sent.value
  const added = await addOwnFactor(request, context, session, { input, linkToken: token })
  if (!added.ok) {
    if (added.reason === 'signed_out') return redirect(SIGN_IN_PATH)
    // Another device was first.
    if (added.reason === 'factor_needed' || added.reason === 'factor_stale') return redirect(FACTOR_PATH)
    return answered(refusedBy(added, form), again)
  }
  const { cookie, codes } = added.value
  return data({ ok: true, codes, isSent: false } as const, { headers: withCookies([cookie]) })
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

const TITLE = 'Set up your second factor'

export default function FactorSetUp({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.ok && actionData.codes)
    return (
      <AuthPage words={null} title="Your second factor is set up" lead="">
        <Confirmation>
          <RecoveryCodes codes={actionData.codes} />
        </Confirmation>
        <ButtonLink to={SIGNED_IN_PATH} reloadDocument>
          I Have Kept Them
        </ButtonLink>
      </AuthPage>
    )
  if (loaderData.step === 'done')
    return (
      <AuthPage words={null} title={TITLE} lead="Your account has a second factor already.">
        <ButtonLink to={FACTOR_PATH}>Confirm It Is You</ButtonLink>
      </AuthPage>
    )
  const refusal = actionData && !actionData.ok ? actionData : null
  const message = refusal?.message ?? null
  return (
    <AuthPage
      words={null}
      title={TITLE}
      lead="Your role sees other people’s data, so a password alone does not open it: the shop also asks for a passkey, or a code from an app on your phone."
    >
      {message && <Banner tone="danger">{message}</Banner>}
      {loaderData.step === 'link' ? (
        <LinkForm {...loaderData} isSent={actionData?.ok === true} />
      ) : (
        <AddFactor
          action={withQuery(FACTOR_SET_UP_PATH, { token: loaderData.token })}
          offer={refusal?.offer ?? loaderData.offer}
          isPasskeyPossible={loaderData.isPasskeyPossible}
          token={loaderData.token}
          problems={refusal?.problems ?? {}}
          values={refusal?.values ?? {}}
        />
      )}
      <Form method="post" action={SIGN_OUT_PATH}>
        <button type="submit" className="link min-h-11">
          Sign out
        </button>
      </Form>
    </AuthPage>
  )
}

function LinkForm({ email, isOld, isSent }: { email: string; isOld: boolean; isSent: boolean }) {
  return (
    <Form method="post" action={FACTOR_SET_UP_PATH} className="grid gap-5">
      {isOld && !isSent && (
        <Banner tone="danger">This link has expired or was already used. Ask for a new one here.</Banner>
      )}
      {isSent ? (
        <Banner tone="positive">
          The link is on its way to <b className="wrap-anywhere">{email}</b>. Open it in this browser; it
          works once, for ten minutes.
        </Banner>
      ) : (
        <p>
          We email a link to <b className="wrap-anywhere">{email}</b>. A person who knows your password but
          cannot read your email cannot set up a factor for you.
        </p>
      )}
      <Button wide look={isSent ? 'line' : 'solid'} name="intent" value="send-link">
        {isSent ? 'Send Another Link' : 'Send the Link'}
      </Button>
      {isSent && <p className="text-ink-soft">Nothing there? Check your spam folder.</p>}
    </Form>
  )
}
