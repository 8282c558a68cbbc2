import { data, Form } from 'react-router'
import { AddFactor, RecoveryCodes } from '#app/auth/add-factor.tsx'
import { withCookies } from '#app/auth/auth.server.ts'
import { Confirmation } from '#app/auth/auth-page.tsx'
import {
  addOwnFactor,
  answered,
  offerApp,
  ownSession,
  passkeySite,
  waitForCode,
} from '#app/auth/factor.server.ts'
import { ConfirmableMessage } from '#app/frame/confirmable-message.tsx'
import { withQuery } from '#app/frame/return-to.ts'
import { SignInPrompt } from '#app/frame/sign-in-prompt.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { FACTOR_PATH, SECURITY_PATH } from '#app/kit/factor-paths.ts'
import { readFields, textOf } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { formOf, invalid, refused, refusedBy } from '#app/request/form.server.ts'
import { confirmFirst } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readProofs } from '#shop/customers/users.read.ts'
import { removeFactor, renewRecoveryCodes } from '#shop/factors/change-factors.ts'
import { FACTOR_KIND_NAMES, type Factor } from '#shop/factors/factor.ts'
import { countRecoveryCodes, listFactors } from '#shop/factors/factors.read.ts'
import { securityInput } from '#shop/factors/input.ts'
import { isJustProven, mustHaveFactor } from '#shop/kernel/strength.ts'
import { formatDay } from '#shop/kernel/time.ts'
import type { Route } from './+types/security.ts'

export const handle: PageHandle = {
  title: 'Second factor',
  search: 'noindex',
  access: { get: 200, post: [401, 422, 422, 422] },
}

const TITLE = 'Second factor'

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
    offer: offerApp(ctx, actor),
  }
  return { account }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx } = context.get(requestContext)
  const session = ownSession(context)
  const form = await formOf(request)
  const nothing = { offer: null }
  if (session === null || session.isPending)
    return answered(refused(form, 'Please sign in first.', 401), nothing)
  const earlier = textOf(form, 'offer')
  const again = { offer: earlier === '' ? null : offerApp(ctx, session.person, earlier) }
  const sent = readFields(securityInput, form)
  if (!sent.ok) return answered(invalid(sent), again)
  const input = sent.value
  if (input.intent === 'remove') {
    const removed = await removeFactor(ctx, input.factor)
    if (!removed.ok) return answered(refusedBy(removed, form), nothing)
    return data({ ok: true, codes: null, message: 'The factor is removed.' } as const)
  }
  if (input.intent === 'renew-codes') {
    const renewed = await renewRecoveryCodes(ctx)
    if (!renewed.ok) return answered(refusedBy(renewed, form), nothing)
    return data({ ok: true, codes: renewed.value, message: 'The earlier codes no longer work.' } as const)
  }
  const wait = await waitForCode(request, context, session)
  if (wait) return answered(refused(form, `Too many attempts. ${wait.words}`, 429, wait.headers), again)
  const added = await addOwnFactor(request, context, session, { input, linkToken: null })
  if (!added.ok) return answered(refusedBy(added, form), again)
  const { cookie, codes } = added.value
  const done = { ok: true, codes, message: 'The factor is added.' } as const
  return data(done, { headers: withCookies([cookie]) })
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

export default function Security({ loaderData: { account }, actionData }: Route.ComponentProps) {
  if (account === null)
    return (
      <SignInPrompt title={TITLE} returnTo={SECURITY_PATH}>
        Please sign in to see your second factor.
      </SignInPrompt>
    )
  const { factors, codesLeft, canChange, mustHave, isDemoStaff, isRecovered } = account
  const refusal = actionData && !actionData.ok ? actionData : null
  const codes = actionData?.ok ? actionData.codes : null
  return (
    <div className="wrap pt-8 pb-section">
      <div className="grid max-w-form gap-8">
        <div>
          <h1 className="display text-3xl">{TITLE}</h1>
          <p className="mt-3 text-ink-soft">
            {mustHave
              ? 'Your role sees other people’s data, so each sign-in asks for a passkey or a code from an app, too.'
              : 'With a second factor, a stolen password alone does not open your account: each sign-in asks for a passkey or a code from an app, too.'}
          </p>
          {isDemoStaff && (
            <p className="mt-3 text-ink-soft">
              In this demonstration accounts work without one; in a real shop this account would need it.
            </p>
          )}
        </div>
        {isRecovered && !actionData && (
          <Banner tone="warning">
            You used a recovery code. Add a new passkey or app here, and remove the one that is lost.
          </Banner>
        )}
        {actionData?.ok && (
          // Each success takes the focus, and shows what is above the form.
          <Confirmation key={`${actionData.message} ${codes}`}>
            <Banner tone="positive" live={false}>
              {actionData.message}
            </Banner>
            {codes && <RecoveryCodes codes={codes} />}
          </Confirmation>
        )}
        {refusal?.message && (
          <Banner tone="danger">
            <ConfirmableMessage message={refusal.message} />
          </Banner>
        )}
        {factors.length > 0 && <FactorList {...{ factors, canChange }} />}
        {factors.length > 0 && <CodesLeft {...{ codesLeft, canChange }} />}
        {canChange ? (
          <section className="grid gap-6 border-t-2 border-ink pt-6" aria-label="Add a factor">
            <AddFactor
              // An accepted secret is used, and so is what was typed beside it.
              key={refusal?.offer?.offer ?? account.offer.offer}
              action={SECURITY_PATH}
              offer={refusal?.offer ?? account.offer}
              isPasskeyPossible={account.isPasskeyPossible}
              problems={refusal?.problems ?? {}}
              values={refusal?.values ?? {}}
            />
          </section>
        ) : (
          <section className="grid justify-items-start gap-4">
            <p>To {factors.length === 0 ? 'add one' : 'change them'}, confirm that it is you.</p>
            <ButtonLink to={withQuery(FACTOR_PATH, { returnTo: SECURITY_PATH })}>
              Confirm It Is You
            </ButtonLink>
          </section>
        )}
        <p>
          <Link to="/profile" className="link">
            Back to Account Settings
          </Link>
        </p>
      </div>
    </div>
  )
}

function FactorList({ factors, canChange }: { factors: Factor[]; canChange: boolean }) {
  return (
    <ul className="border-t-2 border-ink">
      {factors.map(({ id, name, kind, createdAt, lastUsedAt }) => (
        <li key={id} className="grid gap-1 border-b border-line py-3">
          <p className="font-semibold break-words">{name}</p>
          <p className="text-sm text-ink-soft">
            {FACTOR_KIND_NAMES[kind]}, added {formatDay(createdAt)}
            {lastUsedAt && `, last used ${formatDay(lastUsedAt)}`}
          </p>
          {canChange && (
            <details>
              <summary className="link min-h-11 py-2">Remove {name}</summary>
              <Form method="post" action={SECURITY_PATH} className="grid justify-items-start gap-3">
                <p>It no longer lets you in. We tell you by email.</p>
                <input type="hidden" name="factor" value={id} />
                <Button look="line" size="sm" name="intent" value="remove">
                  Remove It
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
  return (
    <section className="grid gap-2" aria-labelledby="codes-left">
      <h2 id="codes-left" className="display text-xl">
        Recovery codes
      </h2>
      <p>
        {codesLeft === 0 ? 'No code is left.' : `${codesLeft} of 10 codes are left.`} Each lets you in once
        when your passkey or app is lost.
      </p>
      {canChange && (
        <details>
          <summary className="link min-h-11 py-2">Make new codes</summary>
          <Form method="post" action={SECURITY_PATH} className="grid justify-items-start gap-3">
            <p>The earlier codes stop working.</p>
            <Button look="line" size="sm" name="intent" value="renew-codes">
              Make Ten New Codes
            </Button>
          </Form>
        </details>
      )}
    </section>
  )
}
