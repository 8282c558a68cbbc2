import { data, Form } from 'react-router'
import { AddFactor, RecoveryCodes } from '#app/auth/add-factor.tsx'
import { withCookies } from '#app/auth/auth.server.ts'
import { Confirmation } from '#app/auth/auth-page.tsx'
import {
  addOwnFactor,
  consumeCodeLimit,
  factorRefusal,
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
import { ConfirmableMessage } from '#app/frame/confirmable-message.tsx'
import { PageTitle } from '#app/frame/page-head.tsx'
import { withQuery } from '#app/frame/return-to.ts'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { readFields, textOf } from '#app/kit/form-fields.ts'
import { TextLink } from '#app/kit/link.tsx'
import { FACTOR_PATH, SECURITY_PATH } from '#app/kit/paths.ts'
import { useReaderOf } from '#app/kit/work/reader.ts'
import { requestContext } from '#app/request/context.server.ts'
import { formOf, invalid, refuse, refusedBy } from '#app/request/form.server.ts'
import { confirmFirst } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readProofs } from '#shop/customers/users.read.ts'
import { removeFactor, renewRecoveryCodes } from '#shop/factors/change-factors.ts'
import type { Factor } from '#shop/factors/factor.ts'
import { countRecoveryCodes, listFactors } from '#shop/factors/factors.read.ts'
import { securityInput } from '#shop/factors/input.ts'
import { isJustProven, mustHaveFactor } from '#shop/kernel/strength.ts'
import { longDayIn } from '#shop/kernel/time.ts'
import type { Route } from './+types/security.ts'

export const handle: PageHandle = {
  title: null,
  words: ['security', 'add', 'codes', 'confirm', 'factor'],
  search: 'noindex',
  access: { get: 200, post: [401, 422, 422, 422] },
}

/** The factors of the signed-in person, with the forms to add and remove them. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { ctx, pending, sessionId } = context.get(requestContext)
  const { actor, db, config } = ctx
  if (actor.kind === 'visitor' && pending) throw confirmFirst(url)
  if (actor.kind === 'visitor') return { account: null }
  const factors = await listFactors(db, actor.id)
  const proofs = sessionId === null ? null : await readProofs(db, { id: sessionId, userId: actor.id })
  const account = {
    factors,
    codesLeft: await countRecoveryCodes(db, actor.id),
    canChange: proofs !== null && isJustProven(proofs, ctx.now),
    mustHave: mustHaveFactor(actor, config.isDemo),
    isDemoStaff: config.isDemo && mustHaveFactor(actor, false),
    isRecovered: url.searchParams.get('done') === 'recovered',
    isPasskeyPossible: passkeySite(request, ctx) !== null,
    app: offerApp(ctx, actor),
  }
  return { account }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx } = context.get(requestContext)
  const session = ownSession(context)
  const words = await factorWords(request, context)
  const { messages } = words
  const form = await formOf(request)
  const noApp = { app: null }
  if (session === null || session.isPending) return withApp(refuse(form, messages.signedOut, 401), noApp)
  const earlier = textOf(form, 'offer')
  const retry = { app: earlier === '' ? null : offerApp(ctx, session.person, earlier) }
  const fields = readFields(securityInput, form)
  if (!fields.ok) return withApp(invalid(inFactorWords(fields, words)), retry)
  const input = fields.value
  if (input.intent === 'remove') {
    const removed = await removeFactor(ctx, input.factor)
    if (!removed.ok) return withApp(refusedBy(removed, form, factorRefusal(removed.reason, words)), noApp)
    return data({ ok: true, codes: null, message: messages.removed } as const)
  }
  if (input.intent === 'renew-codes') {
    const renewed = await renewRecoveryCodes(ctx)
    if (!renewed.ok) return withApp(refusedBy(renewed, form, factorRefusal(renewed.reason, words)), noApp)
    return data({ ok: true, codes: renewed.value, message: messages.renewed } as const)
  }
  const wait = await consumeCodeLimit(request, context, session)
  if (wait) return withApp(refuse(form, messages.tooMany(minutesOf(wait)), 429, wait.headers), retry)
  const added = await addOwnFactor(request, context, session, { input, linkToken: null, words: words.add })
  if (!added.ok) return withApp(refuseNewFactor(added, { form, input, words }), retry)
  const { cookie, codes } = added.value
  const done = { ok: true, codes, message: messages.added } as const
  return data(done, { headers: withCookies([cookie]) })
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export default function Security({ loaderData: { account }, actionData }: Route.ComponentProps) {
  const { title, signIn } = useReaderOf<FactorTexts>().words.security
  if (account) return <FactorsPage account={account} answer={actionData} />
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <SignInPrompt title={title} returnTo={SECURITY_PATH}>
        {signIn}
      </SignInPrompt>
    </>
  )
}

type FactorsPageProps = {
  account: NonNullable<Route.ComponentProps['loaderData']['account']>
  answer: Route.ComponentProps['actionData']
}

function FactorsPage({ account, answer }: FactorsPageProps) {
  const { language, words } = useReaderOf<FactorTexts>()
  const texts = words.security
  const { factors, codesLeft, canChange, mustHave, isDemoStaff, isRecovered } = account
  const refusal = answer && !answer.ok ? answer : null
  return (
    <div lang={language} className="wrap pt-8 pb-section">
      <PageTitle>{texts.title}</PageTitle>
      <div className="grid max-w-form grid-cols-[minmax(0,1fr)] gap-8">
        <div>
          <h1 className="display text-3xl">{texts.title}</h1>
          <p className="mt-3 text-ink-soft">{mustHave ? texts.mustHave : texts.mayHave}</p>
          {isDemoStaff && <p className="mt-3 text-ink-soft">{texts.demo}</p>}
        </div>
        {isRecovered && !answer && <Banner tone="warning">{texts.recovered}</Banner>}
        {answer?.ok && (
          // Each success takes the focus and scrolls to the top of the page.
          <Confirmation key={`${answer.message} ${answer.codes}`}>
            <Banner tone="positive" live={false}>
              {answer.message}
            </Banner>
            {answer.codes && <RecoveryCodes codes={answer.codes} />}
          </Confirmation>
        )}
        {refusal?.message && <Refusal message={refusal.message} />}
        {factors.length > 0 && <FactorList {...{ factors, canChange }} />}
        {factors.length > 0 && <CodesLeft {...{ codesLeft, canChange }} />}
        {canChange ? (
          <section
            className="grid grid-cols-[minmax(0,1fr)] gap-6 border-t-2 border-ink pt-6"
            aria-label={texts.add}
          >
            <AddFactor
              // An accepted secret remounts the form, which clears the values that were used.
              key={refusal?.app?.sealedSecret ?? account.app.sealedSecret}
              action={SECURITY_PATH}
              app={refusal?.app ?? account.app}
              isPasskeyPossible={account.isPasskeyPossible}
              problems={refusal?.problems ?? {}}
              values={refusal?.values ?? {}}
            />
          </section>
        ) : (
          <ConfirmFirst line={factors.length === 0 ? texts.toAdd : texts.toChange} />
        )}
        <p>
          <TextLink to="/profile">{texts.back}</TextLink>
        </p>
      </div>
    </div>
  )
}

function Refusal({ message }: { message: string }) {
  const { factor, confirm } = useReaderOf<FactorTexts>().words
  return (
    <Banner tone="danger">
      <ConfirmableMessage message={message} words={{ stale: factor.stale, link: confirm.title }} />
    </Banner>
  )
}

function ConfirmFirst({ line }: { line: string }) {
  const { confirm } = useReaderOf<FactorTexts>().words
  return (
    <section className="grid justify-items-start gap-4">
      <p>{line}</p>
      <ButtonLink to={withQuery(FACTOR_PATH, { returnTo: SECURITY_PATH })}>{confirm.button}</ButtonLink>
    </section>
  )
}

function FactorList({ factors, canChange }: { factors: Factor[]; canChange: boolean }) {
  const {
    language,
    words: { security: words, add },
  } = useReaderOf<FactorTexts>()
  const kinds = { passkey: add.passkey, totp: add.app }
  const day = (time: Date) => longDayIn(language, time)
  return (
    <ul className="border-t-2 border-ink">
      {factors.map(({ id, name, kind, createdAt, lastUsedAt }) => (
        <li key={id} className="grid gap-1 border-b border-line py-3">
          <p className="font-semibold break-words">{name}</p>
          <p className="text-sm text-ink-soft">
            {kinds[kind]}, {words.added({ day: day(createdAt) })}
            {lastUsedAt && `, ${words.used({ day: day(lastUsedAt) })}`}
          </p>
          {canChange && (
            <details>
              <summary className="link min-h-11 py-2">{words.remove({ name })}</summary>
              <Form method="post" action={SECURITY_PATH} className="grid justify-items-start gap-3">
                <p>{words.removeLine}</p>
                <input type="hidden" name="factor" value={id} />
                <Button look="line" size="sm" name="intent" value="remove">
                  {words.removeSubmit}
                </Button>
              </Form>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

function CodesLeft({ codesLeft, canChange }: { codesLeft: number; canChange: boolean }) {
  const { security: words, codes } = useReaderOf<FactorTexts>().words
  return (
    <section className="grid gap-2" aria-labelledby="codes-left">
      <h2 id="codes-left" className="display text-xl">
        {words.codes}
      </h2>
      <p>
        {codesLeft === 0 ? words.noCodes : words.codesLeft({ count: codesLeft })} {codes.each}
      </p>
      {canChange && (
        <details>
          <summary className="link min-h-11 py-2">{words.renew}</summary>
          <Form method="post" action={SECURITY_PATH} className="grid justify-items-start gap-3">
            <p>{words.renewLine}</p>
            <Button look="line" size="sm" name="intent" value="renew-codes">
              {words.renewSubmit}
            </Button>
          </Form>
        </details>
      )}
    </section>
  )
}
