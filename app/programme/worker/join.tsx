import { data, Form, redirect } from 'react-router'
import { WORKER_HOME, WORKER_SIGN_IN_PATH } from '#app/kit/paths.ts'
import { readerIn } from '#app/programme/words/words.server.ts'
import { useWords, type Words } from '#app/programme/words/words.ts'
import { Go, GoLink, Note } from '#app/programme/worker/kit/messages.tsx'
import { joinSentences } from '#app/programme/worker/kit/speech.ts'
import {
  beginPhoneSession,
  refuseWithSign,
  rememberLanguage,
  signedInName,
} from '#app/programme/worker/phone-session.server.ts'
import { joinForm } from '#app/programme/worker/pin-form.ts'
import { DeviceChoice, DigitsField, FormMessage, handOver, PinPage } from '#app/programme/worker/pin-page.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import { pinLanguage } from '#app/request/cookies.server.ts'
import { invalid, readFormFields } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { consumeRateLimit } from '#app/request/rate-limit.server.ts'
import { noteSecurity } from '#infra/logging/security-events.ts'
import { CARD_TRIES } from '#infra/rate-limits/rate-limits.ts'
import { joinByCard } from '#shop/programme/pin-sign-in.ts'
import { openCard } from '#shop/programme/sign-in.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/join.ts'

export const handle: PageHandle = {
  title: null,
  words: ['language', 'sample', 'voice', 'pin'],
  side: 'worker',
  search: 'noindex',
  feature: 'programme',
  access: { get: 404, post: 422 },
}

/** Loads the page of a card's link. Changes nothing, because programs that preview links also open it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = shopCtx(context)
  const token = new URL(request.url).searchParams.get('card') ?? ''
  const card = await openCard(ctx, token)
  const headers = rememberLanguage(request)
  if (!card?.mayJoin || card.phone === null || card.state !== 'open') {
    const state = card?.mayJoin && card.state !== 'open' ? card.state : ('unknown' as const)
    return data(
      { card: null, state, signedInAs: null, brand: '' },
      { status: state === 'unknown' ? 404 : 409, headers },
    )
  }
  const open = { token, name: card.fullName.split(' ')[0] ?? '', digits: card.phone.slice(-4) }
  const { brand } = ctx.config
  return data({ card: open, state: null, signedInAs: signedInName(context), brand }, { headers })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export async function action({ request, context }: Route.ActionArgs) {
  const all = readerIn(pinLanguage(request)).words
  const { form, fields } = await readFormFields(request, joinForm)
  if (!fields.ok) return invalid(fields)
  const wait = await consumeRateLimit(request, context, 'worker card', CARD_TRIES)
  if (wait)
    return refuseWithSign(
      'wait',
      form,
      all.pin.wait({ count: Math.ceil(Number(wait.headers['retry-after']) / 60) }),
      { status: 429, headers: wait.headers },
    )
  const { card, pinPassword, device } = fields.value
  const isShared = device === 'shared'
  const result = await joinByCard(shopCtx(context), { token: card, pin: pinPassword, isShared })
  if (result.ok) {
    noteSecurity({ event: 'authn_login_success', way: 'card', userId: result.value.userId })
    const headers = await beginPhoneSession(request, context, { ...result.value, isShared })
    return redirect(WORKER_HOME, { headers })
  }
  if (result.reason === 'pin_too_easy')
    return invalid({ problems: { pinPassword: 'too_easy' }, values: { device } })
  noteSecurity({ event: 'authn_login_fail', way: 'card', userId: null })
  // The card may have been used or replaced while the page was open.
  const message =
    result.reason === 'phone_full' ? all.pin.phoneFull : cardMessage(all, CARD_WORDS[result.reason])
  return refuseWithSign('card', form, message, REFUSALS[result.reason])
}

function cardMessage({ pin, voice }: Words, state: keyof Words['pin']['cards']): string {
  const { title, line } = pin.cards[state]
  return joinSentences([title, line], voice.speech.pause)
}

const CARD_WORDS = {
  card_unknown: 'unknown',
  card_used: 'used',
  card_replaced: 'replaced',
  card_expired: 'expired',
} as const

export default function Join({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { card, state, signedInAs, brand } = loaderData
  const all = useWords()
  const { pin: words } = all
  if (!card) {
    const { title, line } = words.cards[state ?? 'unknown']
    // Without JavaScript the reloaded page already shows the card's problem.
    const isShown = answer && !answer.ok && answer.message === cardMessage(all, state ?? 'unknown')
    return (
      <PinPage title={title} lead={line} picture="work-help" spoken={[words.signIn]}>
        {!isShown && <FormMessage answer={answer} />}
        <GoLink to={WORKER_SIGN_IN_PATH} icon="arrow-right">
          {words.signIn}
        </GoLink>
      </PinPage>
    )
  }
  const field = { answer, type: 'password', autoComplete: 'new-password' } as const
  return (
    <PinPage
      title={words.hello({ name: card.name })}
      lead={words.lead({ brand, digits: card.digits })}
      picture="work-box"
      spoken={[
        words.newPin,
        words.newPinHint,
        words.again,
        words.phoneOf,
        words.own,
        words.shared,
        words.join,
      ]}
    >
      {signedInAs && <Note kind="worker-offline" text={words.signedInAs({ name: signedInAs })} />}
      <Form method="post" noValidate className="panel" onSubmit={handOver}>
        <input type="hidden" name="card" value={card.token} />
        <DigitsField
          {...field}
          name="pinPassword"
          isNewPin
          icons={['lock']}
          label={words.newPin}
          hint={words.newPinHint}
        />
        <DigitsField {...field} name="pinPasswordAgain" icons={['lock', 'rotate-ccw']} label={words.again} />
        <DeviceChoice answer={answer} />
        <Go icon="check">{words.join}</Go>
        <FormMessage answer={answer} />
      </Form>
    </PinPage>
  )
}
