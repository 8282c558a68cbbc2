import { data, Form, redirect } from 'react-router'
import { AddFactor, RecoveryCodes } from '#app/auth/add-factor.tsx'
import { withCookies } from '#app/auth/auth.server.ts'
import { AuthPage, Confirmation, Interpolate } from '#app/auth/auth-page.tsx'
import {
  addOwnFactor,
  consumeCodeLimit,
  factorWords,
  inFactorWords,
  minutesOf,
  offerApp,
  ownSession,
  passkeySite,
  refuseNewFactor,
  withApp,
} from '#app/auth/factor.server.ts'
import type { FactorTexts } from '#app/auth/factor-texts.ts'
import { withQuery } from '#app/frame/return-to.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import {
  FACTOR_PATH,
  FACTOR_SET_UP_PATH,
  SECURITY_PATH,
  SIGN_IN_PATH,
  SIGN_OUT_PATH,
  SIGNED_IN_PATH,
} from '#app/kit/paths.ts'
import { useReaderOf } from '#app/kit/work/reader.ts'
import { requestContext } from '#app/request/context.server.ts'
import { formOf, invalid, refuse } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { toWait } from '#app/request/rate-limit.server.ts'
import { sendSetUpLink } from '#shop/factors/add-factor.ts'
import { isFactorLinkValid, listFactors } from '#shop/factors/factors.read.ts'
import { setUpInput } from '#shop/factors/input.ts'
import type { Route } from './+types/factor-set-up.ts'

export const handle: PageHandle = {
  title: null,
  words: ['setUp', 'add', 'codes', 'confirm', 'factor'],
  search: 'noindex',
  access: { get: 302, post: 302 },
}

const LINK_LIMIT = { max: 5, seconds: 3600 }

/**
 * The page on which staff set up their first factor, through an emailed link. Opening the link changes nothing.
 * Without a link, the page offers to send one.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx } = context.get(requestContext)
  const session = ownSession(context)
  const token = new URL(request.url).searchParams.get('token')
  const here = withQuery(FACTOR_SET_UP_PATH, { token })
  if (session === null) throw redirect(withQuery(SIGN_IN_PATH, { returnTo: here }))
  const { person } = session
  const { email } = person
  // Does not redirect, because this page shows the answer to the form, with its recovery codes.
  if ((await listFactors(ctx.db, person.id)).length > 0) return { step: 'done', email } as const
  if (!session.isPending) throw redirect(SECURITY_PATH)
  if (token === null || !(await isFactorLinkValid(ctx.db, person.id, token, ctx.now)))
    return { step: 'link', email, isOld: token !== null } as const
  const isPasskeyPossible = passkeySite(request, ctx) !== null
  return { step: 'add', email, token, app: offerApp(ctx, person), isPasskeyPossible } as const
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, limits } = context.get(requestContext)
  const session = ownSession(context)
  if (session === null) return redirect(SIGN_IN_PATH)
  if (!session.isPending) return redirect(SECURITY_PATH)
  const form = await formOf(request)
  const words = await factorWords(request, context)
  const fields = readFields(setUpInput, form)
  const earlier = typeof form.get('offer') === 'string' ? String(form.get('offer')) : ''
  const retry = { app: earlier === '' ? null : offerApp(ctx, session.person, earlier) }
  if (!fields.ok) return withApp(invalid(inFactorWords(fields, words)), retry)
  if (fields.value.intent === 'send-link') {
    const wait = toWait(await limits.consume('factor link', session.person.id, LINK_LIMIT))
    if (wait)
      return withApp(refuse(form, words.messages.tooManyEmails(minutesOf(wait)), 429, wait.headers), retry)
    const link = await sendSetUpLink(ctx, session)
    if (!link.ok) return redirect(link.reason === 'signed_out' ? SIGN_IN_PATH : FACTOR_PATH)
    return data({ ok: true, codes: null, isSent: true } as const)
  }
  const wait = await consumeCodeLimit(request, context, session)
  if (wait) return withApp(refuse(form, words.messages.tooMany(minutesOf(wait)), 429, wait.headers), retry)
  const { token, ...input } = fields.value
  const added = await addOwnFactor(request, context, session, { input, linkToken: token, words: words.add })
  if (!added.ok) {
    if (added.reason === 'signed_out') return redirect(SIGN_IN_PATH)
    // Another device has set up a factor first.
    if (added.reason === 'factor_needed' || added.reason === 'factor_stale') return redirect(FACTOR_PATH)
    return withApp(refuseNewFactor(added, { form, input, words }), retry)
  }
  const { cookie, codes } = added.value
  return data({ ok: true, codes, isSent: false } as const, { headers: withCookies([cookie]) })
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export default function FactorSetUp({ loaderData, actionData }: Route.ComponentProps) {
  const { language, words } = useReaderOf<FactorTexts>()
  const { setUp } = words
  if (actionData?.ok && actionData.codes)
    return (
      <AuthPage words={null} language={language} title={setUp.done} lead="">
        <Confirmation>
          <RecoveryCodes codes={actionData.codes} />
        </Confirmation>
        <ButtonLink to={SIGNED_IN_PATH} reloadDocument>
          {setUp.kept}
        </ButtonLink>
      </AuthPage>
    )
  if (loaderData.step === 'done')
    return (
      <AuthPage words={null} language={language} title={setUp.title} lead={setUp.already}>
        <ButtonLink to={FACTOR_PATH}>{words.confirm.button}</ButtonLink>
      </AuthPage>
    )
  const refusal = actionData && !actionData.ok ? actionData : null
  const message = refusal?.message ?? null
  return (
    <AuthPage words={null} language={language} title={setUp.title} lead={setUp.lead}>
      {message && <Banner tone="danger">{message}</Banner>}
      {loaderData.step === 'link' ? (
        <LinkForm {...loaderData} isSent={actionData?.ok === true} />
      ) : (
        <AddFactor
          action={withQuery(FACTOR_SET_UP_PATH, { token: loaderData.token })}
          app={refusal?.app ?? loaderData.app}
          isPasskeyPossible={loaderData.isPasskeyPossible}
          token={loaderData.token}
          problems={refusal?.problems ?? {}}
          values={refusal?.values ?? {}}
        />
      )}
      <Form method="post" action={SIGN_OUT_PATH}>
        <button type="submit" className="link min-h-11">
          {words.factor.signOut}
        </button>
      </Form>
    </AuthPage>
  )
}

function LinkForm({ email, isOld, isSent }: { email: string; isOld: boolean; isSent: boolean }) {
  const { setUp: words } = useReaderOf<FactorTexts>().words
  const address = <b className="wrap-anywhere">{email}</b>
  return (
    <Form method="post" action={FACTOR_SET_UP_PATH} className="grid gap-5">
      {isOld && !isSent && <Banner tone="danger">{words.linkOld}</Banner>}
      {isSent ? (
        <Banner tone="positive">
          <Interpolate text={words.linkSent({ email: '{email}' })} mark="{email}">
            {address}
          </Interpolate>
        </Banner>
      ) : (
        <p>
          <Interpolate text={words.linkWhy({ email: '{email}' })} mark="{email}">
            {address}
          </Interpolate>
        </p>
      )}
      <Button wide look={isSent ? 'line' : 'solid'} name="intent" value="send-link">
        {isSent ? words.sendAnother : words.send}
      </Button>
      {isSent && <p className="text-ink-soft">{words.spam}</p>}
    </Form>
  )
}
