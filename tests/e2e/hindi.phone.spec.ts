/** A worker who reads Hindi, on her way into her screens. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { makeUser } from '#db/factories/user.ts'
import { DEMO_PASSWORD } from '#db/seed/demo-accounts.ts'
import { workerInput } from '#shop/programme/input.ts'
import { saveWorker } from '#shop/programme/workers.sql.ts'
import { alive } from '#tests/e2e/alive.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, linkIn, mailTo, test } from '#tests/e2e/shop-page.ts'
import { openSession, PASSWORD, shopDatabase } from '#tests/e2e/signed-in.ts'
import { HOME } from '#tests/e2e/worker-phone.ts'

// Names that are written the same in both languages, and addresses.
const KNOWN = /\S+@\S+|Google|Outlook|English/g

/** Fails on any word in Latin letters that the page's content shows. */
async function expectNoEnglish(page: Page) {
  const main = page.getByRole('main')
  const shown = (await main.allInnerTexts()).join('\n').replace(KNOWN, '')
  expect(shown).toMatch(/\p{Script=Devanagari}/u)
  expect(shown.match(/[A-Za-z]+/g) ?? []).toEqual([])
  const language = main
    .getByRole('heading')
    .first()
    .evaluate((at) => at.closest('[lang]')?.getAttribute('lang'))
  expect(await language).toBe('hi')
}

test('she signs in from a cold start without meeting English, also after a wrong password', async ({
  page,
}) => {
  await page.goto(`/auth/signin?returnTo=${encodeURIComponent(HOME)}`)
  await expectNoEnglish(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'sign-in in Hindi')
  await page.screenshot({ path: 'test-results/hindi-signin.png', fullPage: true })

  const submit = page.getByRole('main').getByRole('button', { name: 'साइन इन करें', exact: true })
  await submit.click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('सही ईमेल लिखें')
  await page.getByLabel('ईमेल').fill('worker@demo.test')
  await page.getByLabel('पासवर्ड').fill('Wrong-2026')
  await submit.click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('ईमेल या पासवर्ड सही नहीं है')
  await expectNoEnglish(page)
  await page.screenshot({ path: 'test-results/hindi-refused.png', fullPage: true })

  await page.getByRole('button', { name: 'पासवर्ड भूल गईं?' }).click()
  await expect(page.getByRole('heading', { name: 'नया पासवर्ड बनाएँ' })).toBeVisible()
  await expect(page.getByLabel('ईमेल')).toHaveValue('worker@demo.test')
  await expectNoEnglish(page)
  await page.getByRole('link', { name: 'साइन इन पर वापस जाएँ' }).click()
  await expect(page.getByRole('heading', { name: 'साइन इन करें' })).toBeVisible()
  await page.getByLabel('ईमेल').fill('worker@demo.test')
  await page.getByLabel('पासवर्ड').fill(DEMO_PASSWORD)
  await submit.click()
  await expect(page).toHaveURL(HOME)
})

test('the sign-in page can be read in the other language, and remembers it', async ({ page }) => {
  await page.goto(`/auth/signin?returnTo=${encodeURIComponent(HOME)}`)
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goto('/auth/reset-password')
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible()
  await page.goto(`/auth/signin?returnTo=${encodeURIComponent(HOME)}`)
  await page.getByRole('button', { name: 'हिन्दी', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'साइन इन करें' })).toBeVisible()
  await page.goto('/auth/signup')
  await expectNoEnglish(page)
  // Other visitors read the specification's English.
  await page.context().clearCookies()
  await page.goto('/auth/signin')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'हिन्दी', exact: true })).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every sign-in page changes its language with what was typed, and the choice is saved to her account', async ({
    page,
  }) => {
    const { id, email } = await makeUser(shopDatabase(), { isWorker: true, password: PASSWORD })
    await saveWorker(shopDatabase(), id, workerInput.parse({ language: 'en' }), new Date())
    const main = page.getByRole('main')
    const html = page.locator('html')
    const change = (name: string) => main.getByRole('button', { name, exact: true }).click()
    const onward = `returnTo=${encodeURIComponent(HOME)}`
    for (const path of ['signin', 'signup', 'reset-password', 'verify-email?error=INVALID_TOKEN']) {
      await page.goto(`/auth/${path}${path.includes('?') ? '&' : '?'}${onward}`)
      await expect(html).toHaveAttribute('lang', 'hi')
      await expect(page.getByRole('banner')).toHaveAttribute('lang', 'en')
      await expectNoEnglish(page)
      await main.getByLabel('ईमेल').fill(email)
      await change('English')
      await expect(html).toHaveAttribute('lang', 'en')
      await expect(main.getByLabel('Email')).toHaveValue(email)
      if (path.includes('error')) await expect(main.getByRole('alert')).toContainText('This link has expired')
      await change('हिन्दी')
      await expect(main.getByLabel('ईमेल')).toHaveValue(email)
      if (path.includes('error')) await expect(main.getByRole('alert')).toContainText('यह लिंक पुराना है')
      await expect(main.getByRole('alert')).toHaveCount(path.includes('error') ? 1 : 0)
    }
    // No page of hers is offered to people who may be customers.
    await page.goto('/auth/verify')
    await expectNoEnglish(page)
    await expect(html).toHaveAttribute('lang', 'hi')
    await expect(main.getByRole('link')).toHaveText(['साइन इन करें', 'दुकान देखें'])

    await page.goto(`/auth/signin?${onward}`)
    await change('English')
    await change('हिन्दी')
    await main.getByLabel('ईमेल').fill(email)
    await main.getByLabel('पासवर्ड').fill(PASSWORD)
    await main.getByLabel('पासवर्ड').press('Enter')
    await expect(page).toHaveURL(HOME)
    await expect(page.getByText('कुल काम')).toBeVisible()
  })

  test('the emails that a page in Hindi asks for are in Hindi', async ({ page }) => {
    const email = `meera-${randomUUID()}@example.test`
    const main = page.getByRole('main')
    await page.goto(`/auth/signup?returnTo=${encodeURIComponent(HOME)}`)
    const fields = { 'पूरा नाम': 'मीरा नायर', ईमेल: email, पासवर्ड: PASSWORD, 'पासवर्ड दोबारा लिखें': PASSWORD }
    for (const [label, text] of Object.entries(fields))
      await main.getByLabel(label, { exact: true }).fill(text)
    await main.getByRole('button', { name: 'खाता बनाएँ', exact: true }).click()
    await expect(main).toContainText('अपना ईमेल देखें और उसमें दिया लिंक खोलें')
    // On another phone, too.
    await page.context().clearCookies({ name: 'worker-language' })
    await page.goto(linkIn((await mailTo(page, email, /अपने ईमेल की पुष्टि करें/)).text))
    await expectNoEnglish(page)
    await main.getByRole('button', { name: 'यह मेरा ईमेल है' }).click()
    await expect(page.getByRole('heading', { name: 'यह पन्ना आपके लिए नहीं खुला है' })).toBeVisible()
    await expect(main.getByRole('link')).toHaveText(['हमें लिखें', 'दुकान देखें'])

    await page.goto('/auth/reset-password')
    await main.getByLabel('ईमेल').fill(email)
    await main.getByRole('button', { name: 'लिंक भेजें' }).click()
    await expect(main).toContainText('नया पासवर्ड बनाने का लिंक उसमें है')
    const link = linkIn((await mailTo(page, email, /नया पासवर्ड बनाएँ/)).text)
    await page.goto(link)
    await main.getByLabel('नया पासवर्ड', { exact: true }).fill('Bajra-2027')
    await main.getByLabel('पासवर्ड दोबारा लिखें').fill('Bajra-2027')
    await main.getByRole('button', { name: 'नया पासवर्ड सेव करें' }).click()
    await expect(main.getByRole('status')).toContainText('आपका पासवर्ड बदल गया है')
    await mailTo(page, email, /आपका पासवर्ड बदल गया है/)
    await page.context().clearCookies({ name: 'worker-language' })
    await page.goto(link)
    await expect(main.getByRole('alert')).toContainText('यह लिंक पुराना है')
  })
})

test('a browser that remembers Hindi asks her to sign in in Hindi', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'worker-language', value: 'hi', url: baseURL ?? '' }])
  for (const path of [HOME, '/upload-task-photo']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'अपना काम देखने के लिए साइन इन करें' })).toBeVisible()
    await expectNoEnglish(page)
  }
  await expectNoSidewaysScroll(page)
  await page.screenshot({ path: 'test-results/hindi-401.png', fullPage: true })
})

test.describe('an error inside her screens', () => {
  // The admin looks: another language of the worker would be in the way of other tests.
  test.use({ cutsNetwork: true, serviceWorkers: 'block' })

  test('is in Hindi, and leads back to her dashboard', async ({ page, baseURL }) => {
    await openSession(page.context(), 'admin@demo.test')
    await page.context().addCookies([{ name: 'worker-language', value: 'hi', url: baseURL ?? '' }])
    await page.goto(`/upload-task-photo/${randomUUID()}`)
    await page.route(`**${HOME}.data**`, (route) => route.abort())
    await page.getByRole('link', { name: 'पीछे जाएँ' }).click()
    await expect(page.getByRole('heading', { name: 'नेटवर्क नहीं है' })).toBeVisible()
    await expectNoEnglish(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('main').getByRole('link', { name: 'फिर से कोशिश करें' }).click()
    await expect(page.getByRole('term').filter({ hasText: 'कुल काम' })).toBeVisible()
    // That was a whole page, whose links load whole pages until its scripts run.
    await alive(page)

    // The frame's own data cannot be loaded either.
    await page.getByRole('link', { name: 'मेरी कमाई' }).click()
    await expect(page.getByRole('heading', { name: 'नेटवर्क नहीं है' })).toBeVisible()
    await expectNoEnglish(page)
    await page.getByRole('main').getByRole('link', { name: 'फिर से कोशिश करें' }).click()
    await expect(page.getByText('मिलने वाले पैसे').first()).toBeVisible()
    const manifest = await page.locator('link[rel=manifest]').getAttribute('href')
    expect(await (await page.request.get(manifest ?? '')).json()).toMatchObject({ short_name: 'मेरा काम' })
    expect(await page.title()).toBe('मेरा काम')

    // Her session ends while the page is open.
    await page.unrouteAll()
    const { cookies } = await page.context().storageState()
    await page.context().clearCookies({ name: /session/ })
    expect(cookies.some(({ name }) => /session/.test(name))).toBe(true)
    await page.getByRole('button', { name: 'English' }).click()
    await expect(
      page.getByRole('main').getByRole('heading', { name: 'अपना काम देखने के लिए साइन इन करें' }),
    ).toBeVisible()
    await expectNoEnglish(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'error in Hindi')
    await page.screenshot({ path: 'test-results/hindi-error.png', fullPage: true })
    await expect(page.getByRole('main').getByRole('link', { name: 'साइन इन करें' })).toHaveAttribute(
      'href',
      /^\/auth\/signin\?returnTo=/,
    )
  })
})

test('a customer who opens her screens by mistake reads why she may not, in Hindi', async ({
  page,
  baseURL,
}) => {
  await openSession(page.context(), 'customer@demo.test')
  await page.context().addCookies([{ name: 'worker-language', value: 'hi', url: baseURL ?? '' }])
  await page.goto(HOME)
  await expect(page.getByRole('heading', { name: 'यह पन्ना आपके लिए नहीं खुला है' })).toBeVisible()
  await expectNoEnglish(page)
})
