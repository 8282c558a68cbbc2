import { data, Form, redirect } from 'react-router'
import { readFields } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { WORKER_HOME, WORKER_SIGN_IN_PATH } from '#app/kit/paths.ts'
import { shopCtx } from '#app/request/context.server.ts'
import { pinLanguage } from '#app/request/cookies.server.ts'
import { formOf, invalid, refused } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { consumeRateLimit } from '#app/request/rate-limit.server.ts'
import { beginPhoneSession, nameHere, rememberLanguage } from '#app/worker/phone-session.server.ts'
import { joinForm } from '#app/worker/pin-form.ts'
import { DeviceChoice, DigitsField, FormMessage, PinPage } from '#app/worker/pin-page.tsx'
import { signInTextsIn, signInWordsIn } from '#app/worker/sign-in-words.server.ts'
import { type SignInWords, signInWords } from '#app/worker/sign-in-words.ts'
import { CARD_TRIES } from '#infra/rate-limits/rate-limits.ts'
import { type JoinByCardRefusal, joinByCard } from '#shop/programme/join-by-card.ts'
import { findCard } from '#shop/programme/sign-in.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/join.ts'

export const handle: PageHandle = {
  title: null,
  side: 'worker',
  search: 'noindex',
  feature: 'programme',
  access: { get: 404, post: 422 },
}

/** The page of a card's link. Opening it changes nothing, because programs that preview links open it, too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = shopCtx(context)
  const token = new URL(request.url).searchParams.get('card') ?? ''
  const card = await findCard(ctx.db, token, ctx.now)
  const language = pinLanguage(request)
  const texts = signInTextsIn(language)
  const headers = rememberLanguage(request)
  if (!card?.mayJoin || card.phone === null || card.state !== 'open') {
    const state = card?.mayJoin && card.state !== 'open' ? card.state : ('unknown' as const)
    return data(
      { language, texts, card: null, state, somebody: null, brand: '' },
      { status: state === 'unknown' ? 404 : 409, headers },
    )
  }
  const shown = { token, name: card.fullName.split(' ')[0] ?? '', digits: card.phone.slice(-4) }
  const { brand } = ctx.config
  return data({ language, texts, card: shown, state: null, somebody: nameHere(context), brand }, { headers })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export async function action({ request, context }: Route.ActionArgs) {
  const words = signInWordsIn(pinLanguage(request))
  const form = await formOf(request)
  const sent = readFields(joinForm, form)
  if (!sent.ok) return invalid(sent)
  const wait = await consumeRateLimit(request, context, 'worker card', CARD_TRIES)
  if (wait)
    return refused(form, words.wait({ count: minutesOf(wait.headers['retry-after']) }), 429, wait.headers)
  const { card, pinPassword, device } = sent.value
  const isShared = device === 'shared'
  const used = await joinByCard(shopCtx(context), { token: card, pin: pinPassword, isShared })
  if (used.ok) {
    const headers = await beginPhoneSession(request, context, { token: used.value.token, isShared })
    return redirect(WORKER_HOME, { headers })
  }
  if (used.reason === 'pin_too_easy')
    return invalid({ problems: { pinPassword: 'too_easy' }, values: { device } })
  return refused(form, refusalWords(used.reason, words), REFUSALS[used.reason].status)
}

type OtherRefusal = Exclude<JoinByCardRefusal['reason'], 'pin_too_easy'>

/** A card that was used or replaced while the page was open. */
function refusalWords(reason: OtherRefusal, words: SignInWords): string {
  if (reason === 'phone_full') return words.phoneFull
  const { title, line } = words.cards[CARD_WORDS[reason]]
  return `${title}. ${line}`
}

const CARD_WORDS = {
  card_unknown: 'unknown',
  card_used: 'used',
  card_replaced: 'replaced',
  card_expired: 'expired',
} as const

/** Whole minutes of a Retry-After header. */
function minutesOf(seconds: string): number {
  return Math.ceil(Number(seconds) / 60)
}

export default function Join({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { language, texts, card, state, somebody, brand } = loaderData
  const words = signInWords(texts, language)
  if (!card) {
    const { title, line } = words.cards[state ?? 'unknown']
    return (
      <PinPage {...{ language, words, title }} lead={line}>
        <FormMessage answer={answer} />
        <Link to={WORKER_SIGN_IN_PATH} className="go">
          {words.signIn}
        </Link>
      </PinPage>
    )
  }
  const field = { words, answer, type: 'password', autoComplete: 'new-password' } as const
  return (
    <PinPage
      {...{ language, words }}
      title={words.hello({ name: card.name })}
      lead={words.lead({ brand, digits: card.digits })}
    >
      {somebody && <p className="worker-offline">{words.somebody({ name: somebody })}</p>}
      <Form method="post" noValidate className="panel">
        <FormMessage answer={answer} />
        <input type="hidden" name="card" value={card.token} />
        <DigitsField {...field} name="pinPassword" label={words.newPin} hint={words.newPinHint} />
        <DigitsField {...field} name="pinPasswordAgain" label={words.again} />
        <DeviceChoice words={words} answer={answer} />
        <button type="submit" className="go">
          {words.join}
        </button>
      </Form>
    </PinPage>
  )
}
