import { data, type RouterContextProvider } from 'react-router'
import type { NewApp } from '#app/auth/add-factor.tsx'
import { FACTOR_TEXTS, type FactorTexts, type FactorWords } from '#app/auth/factor-texts.ts'
import { type InvalidForm, typedValues } from '#app/kit/form-fields.ts'
import { readerOf } from '#app/kit/work/translations.ts'
import { requestContext } from '#app/request/context.server.ts'
import { invalid, refusedBy } from '#app/request/form.server.ts'
import { qrCode } from '#app/request/qr-code.server.ts'
import { toWait, type Wait } from '#app/request/rate-limit.server.ts'
import { readerLanguage } from '#app/request/reader-language.server.ts'
import { sessionCookie } from '#infra/accounts/auth.ts'
import { countFactorCode } from '#infra/rate-limits/rate-limits.ts'
import type { Ctx } from '#shop/ctx.ts'
import { addFactor, type NewFactor } from '#shop/factors/add-factor.ts'
import type { OwnSession, PasskeySite } from '#shop/factors/factor.ts'
import type { NewFactorInput } from '#shop/factors/input.ts'
import { newTotpSecret, openOffer, sealOffer, totpAddress } from '#shop/factors/totp.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { err, type RefusalOf, type Result } from '#shop/kernel/result.ts'
import { writtenFor } from '#shop/programme/worker.ts'

type Context = Readonly<RouterContextProvider>

/** Returns this browser's session, even if it lacks the second factor; null for a visitor. */
export function ownSession(context: Context): OwnSession | null {
  const { ctx, pending, sessionId } = context.get(requestContext)
  const person = pending ?? (ctx.actor.kind === 'person' ? ctx.actor : null)
  return person && sessionId !== null ? { id: sessionId, person, isPending: pending !== null } : null
}

/** Returns the texts of the second factor in the reader's language. */
export async function factorWords(request: Request, context: Context): Promise<FactorWords> {
  const language = writtenFor(await readerLanguage(request, context, { side: 'millet' }))
  return readerOf<FactorTexts>({ texts: FACTOR_TEXTS[language], language }).words
}

/** Returns the minutes to wait before the next try. */
export function minutesOf({ headers }: Wait): { count: number } {
  return { count: Math.ceil(Number(headers['retry-after']) / 60) }
}

/** Translates the English problems of the schemas. */
export function inFactorWords({ problems, ...form }: InvalidForm, words: Pick<FactorWords, 'problems'>) {
  const names = new Map<string, string>(
    Object.entries(FACTOR_TEXTS.en.problems).map(([name, text]) => [text, name]),
  )
  const translate = (text: string) => words.problems[names.get(text) as keyof FactorWords['problems']] ?? text
  const all = Object.entries(problems).map(([field, text]) => [field, translate(text)])
  return { ...form, problems: Object.fromEntries(all) }
}

/** Returns the text for a use case's refusal, or undefined if these texts do not contain it. */
export function factorRefusal(reason: string, { messages, factor }: FactorWords): string | undefined {
  if (reason === 'factor_stale') return factor.stale
  const text = reason in messages ? messages[reason as keyof typeof messages] : undefined
  return typeof text === 'string' ? text : undefined
}

/** Answers that no factor was added. A wrong code of an app is shown at its field, other reasons above the form. */
export function refuseNewFactor(
  refusal: RefusalOf<typeof addFactor>,
  { form, input, words }: { form: FormData; input: NewFactorInput; words: FactorWords },
) {
  return refusal.reason === 'factor_wrong' && input.intent === 'add-app'
    ? invalid({ problems: { code: words.messages.app }, values: typedValues(form) })
    : refusedBy(refusal, form, factorRefusal(refusal.reason, words))
}

/** Returns the site to which passkeys are bound. Null if the shop is opened by an IP address, which has none. */
export function passkeySite({ url }: Request, { config }: Pick<Ctx, 'config'>): PasskeySite | null {
  // In demo mode the shop can be opened under any host name.
  const { origin, hostname } = new URL(config.isDemo ? url : config.origin)
  return /^[\d.]+$|^\[/.test(hostname) ? null : { origin, host: hostname }
}

export async function tokenCookie(context: Context, token: string): Promise<string> {
  return sessionCookie(context.get(requestContext).auth, token)
}

/** Counts a typed code. Returns null if it is within the limit. */
export async function consumeCodeLimit(request: Request, context: Context, { person }: OwnSession) {
  const address = request.headers.get('x-real-ip') ?? ''
  return toWait(await countFactorCode(context.get(requestContext).limits, { person: person.id, address }))
}

/** Returns a new secret for this person's app, or the secret of the refused form while it is valid. */
export function offerApp({ sealer, now, config }: Ctx, { id, email }: Person, earlier = ''): NewApp {
  const stored = earlier === '' ? null : openOffer(sealer, id, earlier, now)
  const secret = stored ?? newTotpSecret()
  const sealedSecret = stored === null ? sealOffer(sealer, id, secret, now) : earlier
  return {
    sealedSecret,
    secret: secret.replace(/(.{4})(?=.)/g, '$1 '),
    code: qrCode(totpAddress(secret, { brand: config.brand, email })),
  }
}

/** Adds the form's secret to a refusal, so that the scanned QR code stays valid. */
export function withApp<Answer extends object>(
  { data: answer, init }: { data: Answer; init: ResponseInit | null },
  retry: { app: NewApp | null },
) {
  return data({ ...answer, ...retry }, init ?? undefined)
}

/** Adds the factor of a form. `codes` are new recovery codes, to be shown once, or null. */
export async function addOwnFactor(
  request: Request,
  context: Context,
  session: OwnSession,
  { input, linkToken, words }: { input: NewFactorInput; linkToken: string | null; words: FactorWords['add'] },
): Promise<Result<{ cookie: string; codes: string[] | null }, RefusalOf<typeof addFactor>>> {
  const { ctx } = context.get(requestContext)
  const factor = factorOf(input, passkeySite(request, ctx), words)
  if (factor === null) return err('factor_wrong')
  const added = await addFactor(ctx, session, factor, linkToken)
  if (!added.ok) return added
  const { token, codes } = added.value
  return { ok: true, value: { cookie: await tokenCookie(context, token), codes } }
}

function factorOf(
  input: NewFactorInput,
  site: PasskeySite | null,
  words: FactorWords['add'],
): NewFactor | null {
  const { name } = input
  if (input.intent === 'add-app')
    return { kind: 'totp', name: name || words.app, offer: input.offer, code: input.code }
  return site && { kind: 'passkey', name: name || words.passkey, answer: input.answer, site }
}
