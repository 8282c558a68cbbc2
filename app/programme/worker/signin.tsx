import { useEffect } from 'react'
import { data, Form, redirect } from 'react-router'
import { returnToOf } from '#app/frame/return-to.ts'
import { typedValues } from '#app/kit/form-fields.ts'
import { Icon } from '#app/kit/icon.tsx'
import { isWorkerPath, SIGN_IN_PATH, WORKER_HOME } from '#app/kit/paths.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { forgetKept } from '#app/programme/offline/kept-workers.ts'
import { canQueue } from '#app/programme/offline/waiting.ts'
import { readerIn } from '#app/programme/words/words.server.ts'
import { useWords } from '#app/programme/words/words.ts'
import { Go, GoLink, Note } from '#app/programme/worker/kit/messages.tsx'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'
import {
  beginPhoneSession,
  refuseWithSign,
  rememberLanguage,
  signedInName,
} from '#app/programme/worker/phone-session.server.ts'
import { pinSignInForm } from '#app/programme/worker/pin-form.ts'
import {
  Choice,
  DeviceChoice,
  DigitsField,
  FormMessage,
  handOver,
  PinPage,
} from '#app/programme/worker/pin-page.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { pinLanguage } from '#app/request/cookies.server.ts'
import { invalid, readFormFields } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { deviceKey, knownAccounts } from '#infra/accounts/known-devices.ts'
import { noteSecurity } from '#infra/logging/security-events.ts'
import { countPinAttempt, PINS_BY_PHONE, resetPinAttempts } from '#infra/rate-limits/rate-limits.ts'
import { MAX_WRONG_PINS } from '#shop/programme/pin.ts'
import { type PersonChoice, signInWithPin } from '#shop/programme/pin-sign-in.ts'
import { listKnownWorkers } from '#shop/programme/sign-in.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/signin.ts'

export const handle: PageHandle = {
  title: null,
  words: ['language', 'sample', 'voice', 'pin'],
  side: 'worker',
  search: 'noindex',
  feature: 'programme',
  access: { get: 200, post: 422 },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { auth, ctx } = context.get(requestContext)
  const accounts = knownAccounts(await auth.$context, request.headers.get('cookie') ?? '')
  const knownIds = await listKnownWorkers(ctx.db, accounts)
  return data(
    { signedInAs: signedInName(context), knownIds: knownIds.join() },
    { headers: rememberLanguage(request) },
  )
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

const NOBODY: PersonChoice[] = []

export async function action({ request, context }: Route.ActionArgs) {
  const { pin: words } = readerIn(pinLanguage(request)).words
  const { auth, ctx, limits } = context.get(requestContext)
  const { form, fields } = await readFormFields(request, pinSignInForm)
  if (!fields.ok) return invalid(fields)
  const { phone, pinPassword: pin, device, person: userId } = fields.value
  const address = request.headers.get('x-real-ip') ?? ''
  const accounts = knownAccounts(await auth.$context, request.headers.get('cookie') ?? '')
  const attempt = { phone, device: accounts[0] ? deviceKey(accounts[0]) : null, address }
  const wait = await countPinAttempt(limits, attempt)
  if (wait > 0) {
    noteSecurity({ event: 'authn_login_fail_max', way: 'pin', userId: null })
    const headers = { 'retry-after': String(wait) }
    return refuseWithSign('wait', form, words.wait({ count: Math.ceil(wait / 60) }), { status: 429, headers })
  }
  const isShared = device === 'shared'
  const result = await signInWithPin(ctx, { phone, pin, userId, isShared, known: accounts })
  if (!result.ok) {
    noteSecurity({ event: 'authn_login_fail', way: 'pin', userId: null })
    return refuseWithSign(
      'wrong',
      form,
      words.wrong({ tries: MAX_WRONG_PINS, waitAfter: PINS_BY_PHONE.max }),
      REFUSALS.pin_wrong,
    )
  }
  await resetPinAttempts(limits, attempt)
  if (result.value.kind === 'choose') {
    const { people } = result.value
    const values = typedValues(form)
    return data({ ok: false, message: null, problems: {}, values, people } as const, { status: 409 })
  }
  const session = result.value
  noteSecurity({ event: 'authn_login_success', way: 'pin', userId: session.userId })
  const headers = await beginPhoneSession(request, context, { ...session, isShared })
  const returnTo = returnToOf(request.url)
  return redirect(returnTo && isWorkerPath(returnTo) ? returnTo : WORKER_HOME, { headers })
}

export default function SignInWithPin({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { signedInAs, knownIds } = loaderData
  const { pin: words } = useWords()
  // Workers who were signed out by staff, or who have a new PIN or no account, can no longer start here offline.
  useEffect(() => {
    if (canQueue()) void forgetKept((ownerId) => !knownIds.includes(ownerId)).catch(() => {})
  }, [knownIds])
  const people = answer && 'people' in answer ? answer.people : NOBODY
  return (
    <PinPage
      title={words.signIn}
      lead={words.signInLead}
      picture="work-box"
      spoken={[words.phone, words.pin, words.phoneOf, words.own, words.shared, words.signIn]}
    >
      {signedInAs && <Note kind="worker-offline" text={words.signedInAs({ name: signedInAs })} />}
      <Form method="post" noValidate className="panel" onSubmit={handOver}>
        {people.length > 0 && <Note kind="worker-offline" text={words.whoLine} isAlert isAnswer />}
        <DigitsField
          answer={answer}
          name="phone"
          icons={['phone']}
          label={words.phone}
          type="tel"
          autoComplete="username"
        />
        {people.length > 0 && (
          <Choice
            answer={answer}
            name="person"
            legend={words.who}
            options={people.map(({ userId, fullName }) => ({
              value: userId,
              label: fullName,
              icons: ['user'],
            }))}
          />
        )}
        <DigitsField
          answer={answer}
          name="pinPassword"
          icons={['lock']}
          label={words.pin}
          type="password"
          autoComplete="current-password"
        />
        <DeviceChoice answer={answer} />
        <Go icon="arrow-right">{words.signIn}</Go>
        <FormMessage answer={answer} />
      </Form>
      <div className="task-head">
        <Icon name={phoneIcons.circleHelp} size="l" />
        <div>
          <b>{words.forgot}</b> {words.forgotLine}
        </div>
        <SayButton text={[words.forgot, words.forgotLine]} />
      </div>
      <GoLink to={SIGN_IN_PATH} reloadDocument icon="mail" look="alt">
        {words.byEmail}
      </GoLink>
    </PinPage>
  )
}
