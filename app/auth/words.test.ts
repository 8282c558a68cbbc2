import { expect, it } from 'vitest'
import { inFactorWords } from '#app/auth/factor.server.ts'
import { FACTOR_TEXTS } from '#app/auth/factor-texts.ts'
import { signInNotice } from '#app/auth/sign-in-notice.ts'
import { AUTH_WORDS, wordsOfPage } from '#app/auth/words.ts'
import { authLanguage, pageLanguage } from '#app/request/cookies.server.ts'
import { SIGN_IN_REFUSED } from '#infra/accounts/anti-enumeration.ts'
import { ACCOUNT_PROBLEMS } from '#shop/customers/input.ts'
import { proofInput, securityInput } from '#shop/factors/input.ts'

const SAMPLE: Record<string, unknown[]> = { failure: ['Google', 'sign in'], wait: [7] }

function texts(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'function') return [[path + key, value(...(SAMPLE[key] ?? []))]]
    return typeof value === 'string' ? [[path + key, value]] : texts(value, `${path}${key}.`)
  })
}

/** Returns the placeholders that a page fills in, in alphabetical order. */
const marks = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

it('has no English in Hindi texts, and the same placeholders in both languages', () => {
  for (const words of [AUTH_WORDS, FACTOR_TEXTS]) {
    const english = new Map(texts(words.en))
    for (const [path, text] of texts(words.hi)) {
      expect(marks(text), path).toEqual(marks(english.get(path) ?? ''))
      expect(text.replace(/\{\w+\}|Google|Outlook|Microsoft|Authenticator|Aegis/g, ''), path).not.toMatch(
        /[A-Za-z]/,
      )
    }
  }
})

it('gives a page only the texts of its language and the messages of its form', () => {
  expect(wordsOfPage('en', 'signin').translations).toEqual({})
  const { translations, page, mailed } = wordsOfPage('hi', 'reset')
  expect(Object.keys(translations).sort()).toEqual(Object.values(ACCOUNT_PROBLEMS).sort())
  expect([page.title, mailed?.line]).toEqual([
    AUTH_WORDS.hi.pages.reset.title,
    AUTH_WORDS.hi.mailed.reset.line,
  ])
  const switches = (['hi', 'en'] as const).map((language) => wordsOfPage(language, 'verify', true).switchTo)
  expect([switches, wordsOfPage('en', 'verify').switchTo]).toEqual([['en', 'hi'], null])
  expect(JSON.stringify(wordsOfPage('hi', 'signin'))).not.toContain(AUTH_WORDS.en.form.forgot)
})

it('translates each problem of the second factor’s forms', () => {
  const refusals = [
    [proofInput, { intent: 'app', code: '12' }],
    [proofInput, { intent: 'app' }],
    [proofInput, { intent: 'recovery', recovery: ' ' }],
    [proofInput, { intent: 'password', password: '' }],
    [proofInput, { intent: 'password', password: 'a'.repeat(129) }],
    [securityInput, { intent: 'add-app', offer: '', code: '123456', name: 'a'.repeat(61) }],
  ] as const
  for (const [schema, fields] of refusals) {
    const messages = schema.safeParse(fields).error?.issues.map(({ message }) => message) ?? []
    expect(messages).toHaveLength(1)
    expect(Object.values(FACTOR_TEXTS.en.problems)).toEqual(expect.arrayContaining(messages))
    const problems = { field: messages[0] ?? '' }
    const translated = inFactorWords({ ok: false, reason: 'invalid', problems, values: {} }, FACTOR_TEXTS.hi)
    expect(Object.values(FACTOR_TEXTS.hi.problems)).toContain(translated.problems.field)
  }
})

it('uses the account library’s message for a refused sign-in', () => {
  expect(AUTH_WORDS.en.refusals.no_match).toBe(SIGN_IN_REFUSED.message)
})

it('explains in Hindi why the visitor was sent to the sign-in page', () => {
  const noticeOf = (query: string) => signInNotice(new URLSearchParams(query), 'hi')?.text
  expect(noticeOf('notice=password_changed')).toBe(AUTH_WORDS.hi.notices.password_changed)
  expect(noticeOf('error=auth_failed&provider=google&reason=access_denied')).toBe(
    'Google से लॉग इन नहीं हुआ: वहाँ रद्द कर दिया गया।',
  )
})

const requestTo = (path: string, cookie = '') =>
  new Request(`http://shop.test${path}`, { headers: { cookie } })
const HINDI = 'worker-language=hi'
const ENGLISH = 'worker-language=en'
const TO_WORKER_PAGE = '/auth/signin?returnTo=%2Fshg-worker-dashboard%3Ftab%3Dpay'

it.each([
  ['/auth/signin', '', 'en'],
  ['/auth/signin?returnTo=%2Fcheckout', '', 'en'],
  ['/auth/signin?returnTo=%2Fshg-worker-dashboards', '', 'en'],
  [TO_WORKER_PAGE, '', 'hi'],
  ['/auth/reset-password?returnTo=%2Fupload-task-photo%2F7', '', 'hi'],
  [TO_WORKER_PAGE, ENGLISH, 'en'],
  ['/auth/signin', HINDI, 'hi'],
  ['/auth/signin?language=en', HINDI, 'en'],
  [`${TO_WORKER_PAGE}&language=fr`, '', 'hi'],
  ['/auth/signin', 'worker-language=mr', 'hi'],
  ['/auth/signin?language=mr', ENGLISH, 'hi'],
])('shows %s with the cookie %j in the language %s', (path, cookie, language) => {
  expect(authLanguage(requestTo(path, cookie))).toBe(language)
})

it('names no language for pages that are cached for everyone', () => {
  expect(
    ['/', '/products', '/cart', '/auth/first-admin'].map((path) => pageLanguage(requestTo(path, HINDI))),
  ).toEqual([null, null, null, null])
  expect(pageLanguage(requestTo('/shg-worker-dashboard', HINDI))).toBe('hi')
  expect(pageLanguage(requestTo('/shg-worker-dashboard', 'worker-language=mr'))).toBe('mr')
  expect(pageLanguage(requestTo('/coordinator/groups/1', 'worker-language=mr'))).toBe('mr')
  expect(pageLanguage(requestTo('/coordinators', 'worker-language=mr'))).toBeNull()
  expect(pageLanguage(requestTo('/shg-worker-dashboard'))).toBe('hi')
  expect(pageLanguage(requestTo('/coordinator'))).toBeNull()
})
