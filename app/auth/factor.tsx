import { Form, redirect, redirectDocument } from 'react-router'
import type { z } from 'zod'
import { providerOf, redirectToProvider, withCookies } from '#app/auth/auth.server.ts'
import { AuthPage, CodeField } from '#app/auth/auth-page.tsx'
import {
  consumeCodeLimit,
  factorWords,
  inFactorWords,
  minutesOf,
  ownSession,
  passkeySite,
  tokenCookie,
} from '#app/auth/factor.server.ts'
import type { FactorTexts } from '#app/auth/factor-texts.ts'
import { PasskeyForm } from '#app/auth/passkey-form.tsx'
import { returnToOf, withQuery } from '#app/frame/return-to.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { firstProblem, readFields } from '#app/kit/form-fields.ts'
import { PasswordField } from '#app/kit/password-field.tsx'
import {
  FACTOR_PATH,
  FACTOR_SET_UP_PATH,
  SECURITY_PATH,
  SIGN_IN_PATH,
  SIGN_OUT_PATH,
  SIGNED_IN_PATH,
} from '#app/kit/paths.ts'
import { ProblemBox } from '#app/kit/problem-box.tsx'
import { useReaderOf } from '#app/kit/work/reader.ts'
import { requestContext } from '#app/request/context.server.ts'
import { formOf, invalid, refuse, refusedBy } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { toWait } from '#app/request/rate-limit.server.ts'
import { checkPassword, hasPassword, providersOf } from '#infra/accounts/password.ts'
import { noteSecurity } from '#infra/logging/security-events.ts'
import { resetFactorCodes } from '#infra/rate-limits/rate-limits.ts'
import type { Db } from '#shop/ctx.ts'
import { readProofs } from '#shop/customers/users.read.ts'
import { listFactors } from '#shop/factors/factors.read.ts'
import { proofInput } from '#shop/factors/input.ts'
import { confirmByPassword, type Proof, proveFactor } from '#shop/factors/prove-factor.ts'
import { isJustProven } from '#shop/kernel/strength.ts'
import type { Route } from './+types/factor.ts'

export const handle: PageHandle = {
  title: null,
  words: ['confirm', 'add', 'factor'],
  search: 'noindex',
  formTargets: 'sign-in',
  access: { get: 302, post: 302 },
}

/** Asks for the second factor. If the account has none, asks for its password or a sign-in with its provider. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx } = context.get(requestContext)
  const session = ownSession(context)
  const returnTo = returnToOf(request.url)
  if (session === null)
    throw redirect(withQuery(SIGN_IN_PATH, { returnTo: withQuery(FACTOR_PATH, { returnTo }) }))
  const isDone = new URL(request.url).searchParams.has('done')
  const kinds = (await listFactors(ctx.db, session.person.id)).map(({ kind }) => kind)
  if (kinds.length === 0 && session.isPending) throw redirect(FACTOR_SET_UP_PATH)
  const own = { id: session.id, userId: session.person.id }
  const proofs = kinds.length === 0 && !isDone ? await readProofs(ctx.db, own) : null
  if (proofs && isJustProven(proofs, ctx.now)) throw redirect(returnTo ?? SECURITY_PATH)
  return {
    ...{ returnTo, isDone, isPending: session.isPending, email: session.person.email },
    otherWays: kinds.length === 0 ? await waysWithoutFactor(ctx.db, session.person.id) : null,
    hasApp: kinds.includes('totp'),
    hasPasskey: kinds.includes('passkey'),
    isPasskeyPossible: passkeySite(request, ctx) !== null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { auth, ctx, limits } = context.get(requestContext)
  const session = ownSession(context)
  if (session === null) return redirect(SIGN_IN_PATH)
  const form = await formOf(request)
  const provider = providerOf(form)
  if (provider) return redirectToProvider(provider, 'sign in', { request, context, form })
  const words = await factorWords(request, context)
  const { messages } = words
  const fields = readFields(proofInput, form)
  if (!fields.ok) return invalid(inFactorWords(fields, words))
  const input = fields.value
  if (input.intent === 'password') {
    const { id, email } = session.person
    const account = { id, email, password: input.password, headers: request.headers }
    const checked = await checkPassword({ auth, db: ctx.db, limits }, account)
    if (!checked.ok) {
      noteSecurity({ event: 'authn_login_fail', way: 'password', userId: id })
      const tooMany = 'wait' in checked ? toWait(checked.wait) : null
      if (tooMany) return refuse(form, messages.tooMany(minutesOf(tooMany)), 429, tooMany.headers)
      return refuse(form, messages.password, 422)
    }
    const confirmed = await confirmByPassword(ctx, session)
    // In the meantime another browser has set up a factor.
    if (!confirmed.ok) return redirect(confirmed.reason === 'signed_out' ? SIGN_IN_PATH : FACTOR_PATH)
    return redirectBack(request, await tokenCookie(context, confirmed.value.token))
  }
  const wait = input.intent === 'passkey' ? null : await consumeCodeLimit(request, context, session)
  const userId = session.person.id
  const way = input.intent
  if (wait) {
    noteSecurity({ event: 'authn_login_fail_max', way, userId })
    return refuse(form, messages.tooMany(minutesOf(wait)), 429, wait.headers)
  }
  const proof = proofOf(input, request, ctx)
  const proven = proof && (await proveFactor(ctx, session, proof))
  if (!proven?.ok) {
    if (proven?.reason === 'signed_out') return redirect(SIGN_IN_PATH)
    noteSecurity({ event: 'authn_login_fail', way, userId })
    return refusedBy({ reason: 'factor_wrong' }, form, messages[input.intent])
  }
  noteSecurity({ event: 'authn_login_success', way, userId })
  await resetFactorCodes(limits, { person: userId, address: request.headers.get('x-real-ip') ?? '' })
  const cookie = await tokenCookie(context, proven.value.token)
  const headers = withCookies([cookie])
  const returnTo = returnToOf(request.url)
  // A recovery code was used up, so the person should replace the lost factor.
  if (input.intent === 'recovery')
    return redirect(withQuery(SECURITY_PATH, { done: 'recovered' }), { headers })
  if (session.isPending) return redirectDocument(withQuery(SIGNED_IN_PATH, { returnTo }), { headers })
  return redirectBack(request, cookie)
}

const DONE = withQuery(FACTOR_PATH, { done: 'yes' })

function redirectBack(request: Request, cookie: string) {
  return redirectDocument(returnToOf(request.url) ?? DONE, { headers: withCookies([cookie]) })
}

type OtherWays = { hasPassword: boolean; providers: ('google' | 'outlook')[] }

async function waysWithoutFactor(db: Db, userId: string): Promise<OtherWays> {
  const providers = await providersOf(db, userId)
  const buttons = (['google', 'outlook'] as const).filter((name) => providers.includes(PROVIDERS[name]))
  return { hasPassword: await hasPassword(db, userId), providers: buttons }
}

const PROVIDERS = { google: 'google', outlook: 'microsoft' } as const

function proofOf(
  input: Exclude<z.output<typeof proofInput>, { intent: 'password' }>,
  request: Request,
  ctx: Parameters<typeof proveFactor>[0],
): Proof | null {
  if (input.intent === 'app') return { by: 'totp', code: input.code }
  if (input.intent === 'recovery') return { by: 'recovery', code: input.recovery }
  const site = passkeySite(request, ctx)
  return site && { by: 'passkey', answer: input.answer, site }
}

export default function Factor({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, isDone, isPending, email, otherWays, hasApp, hasPasskey, isPasskeyPossible } = loaderData
  const { language, words } = useReaderOf<FactorTexts>()
  const { confirm: texts } = words
  const action = withQuery(FACTOR_PATH, { returnTo })
  if (isDone && !actionData)
    return (
      <AuthPage words={null} language={language} title={texts.done} lead={texts.doneLead}>
        <p>{texts.doneLine}</p>
      </AuthPage>
    )
  if (otherWays) return <WithoutFactor {...{ ...otherWays, returnTo, email, answer: actionData }} />
  const lead = isPending ? texts.pending({ email }) : texts.again
  return (
    <AuthPage
      words={null}
      language={language}
      title={texts.title}
      lead={<span className="wrap-anywhere">{lead}</span>}
    >
      {actionData?.message && <Banner tone="danger">{actionData.message}</Banner>}
      {hasPasskey && (
        <PasskeyForm
          {...{ action, isPossible: isPasskeyPossible }}
          purpose="prove"
          intent="passkey"
          label={texts.usePasskey}
        />
      )}
      {hasApp && (
        <Form method="post" action={action} className="grid gap-5">
          <CodeField label={texts.code} problem={actionData?.problems.code} />
          <Button wide look={hasPasskey ? 'line' : 'solid'} name="intent" value="app">
            {texts.submit}
          </Button>
        </Form>
      )}
      <ByRecovery action={action} answer={actionData} />
      {isPending && (
        <Form method="post" action={SIGN_OUT_PATH}>
          <button type="submit" className="link min-h-11">
            {words.factor.signOut}
          </button>
        </Form>
      )}
    </AuthPage>
  )
}

function ByRecovery({ action, answer }: { action: string; answer: Route.ComponentProps['actionData'] }) {
  const { confirm: words } = useReaderOf<FactorTexts>().words
  const problem = answer?.problems.recovery
  return (
    <details open={answer?.values.intent === 'recovery'}>
      <summary className="link min-h-11">{words.withRecovery}</summary>
      <Form method="post" action={action} className="mt-2 grid gap-5">
        <TextField
          label={words.recovery}
          name="recovery"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={words.recoveryHint}
          errors={problem ? [problem] : null}
        />
        <Button wide look="line" name="intent" value="recovery">
          {words.recoverySubmit}
        </Button>
      </Form>
      <p className="mt-4 text-ink-soft">{words.lost}</p>
    </details>
  )
}

type WithoutFactorProps = OtherWays & {
  returnTo: string | null
  email: string
  answer: Route.ComponentProps['actionData']
}

const PROBLEM = 'confirm-problem'

function WithoutFactor({ hasPassword: byPassword, providers, returnTo, email, answer }: WithoutFactorProps) {
  const {
    language,
    words: { confirm: words },
  } = useReaderOf<FactorTexts>()
  const problem = answer ? firstProblem(answer) : null
  return (
    <AuthPage words={null} language={language} title={words.title} lead={words.without}>
      {byPassword ? (
        <Form method="post" action={withQuery(FACTOR_PATH, { returnTo })} className="grid gap-5">
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordField
            label={words.password}
            show={words.showPassword}
            name="password"
            autoComplete="current-password"
            required
            {...(problem && { 'aria-invalid': true, 'aria-describedby': PROBLEM, autoFocus: true })}
          />
          <ProblemBox id={PROBLEM} problem={problem} />
          <Button wide name="intent" value="password">
            {words.submit}
          </Button>
        </Form>
      ) : (
        <Form
          method="post"
          action={withQuery(FACTOR_PATH, { returnTo: returnTo ?? DONE })}
          className="grid gap-5"
        >
          <p>{words.noPassword}</p>
          <ProblemBox id={PROBLEM} problem={problem} />
          {providers.map((name) => (
            <Button key={name} wide look="line" name="provider" value={name}>
              {words[name]}
            </Button>
          ))}
        </Form>
      )}
    </AuthPage>
  )
}
