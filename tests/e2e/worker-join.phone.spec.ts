/** A worker without an email address: from the card to her tasks, in Hindi, on a narrow phone without JavaScript. */
import type { Browser, Page } from '@playwright/test'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { withPhone } from '#tests/e2e/phone-network.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { asAdmin } from '#tests/e2e/signed-in.ts'
import { giveVoices, HOME, spokenOn } from '#tests/e2e/worker-phone.ts'

const PIN = '483920'
const SIGN_IN = '/worker/signin'

/** The admin adds a worker by the form; the link of her card. */
async function cardFor(page: Page, name: string, phone: string): Promise<string> {
  await signInAdmin(page)
  await page.goto('/admin/dashboard/workers')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByLabel('Phone', { exact: true }).fill(phone)
  await page.getByRole('button', { name: 'Add and make her card' }).click()
  const card = page.getByRole('region', { name })
  await expect(card.getByRole('img', { name: `QR code of ${name}’s card` })).toBeVisible()
  const message = await card.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')
  const { host, pathname, searchParams } = new URL(message ?? '')
  expect([host, pathname]).toEqual(['wa.me', `/91${phone}`])
  const text = searchParams.get('text') ?? ''
  expect(text).toMatch(/^नमस्ते Lakshmi/)
  await page.screenshot({ path: `test-results/worker-card-${phone}.png`, fullPage: true })
  return text.split('\n').at(-1) ?? ''
}

const plainPhone = (browser: Browser, baseURL: string | undefined) =>
  browser.newContext({
    viewport: { width: 360, height: 740 },
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  })

/** Nothing on the page speaks of email, and it fits the phone. */
async function expectHers(page: Page, what: string) {
  const shown = await page.getByRole('main').textContent()
  expect(shown).not.toMatch(/@|\.invalid/)
  await expectNoSidewaysScroll(page)
  await page.screenshot({ path: `test-results/worker-join-${what}.png`, fullPage: true })
}

/** Her first UPI ID counts at once, another after a day; a wrong PIN changes nothing; the admin is to tell her. */
async function changesUpi(page: Page, adminPage: Page): Promise<void> {
  const send = async (upiId: string, pin: string) => {
    const form = page.locator('form:has([name=upiId])')
    await form.getByLabel('नई UPI आईडी (जैसे नाम@बैंक)').fill(upiId)
    await form.getByLabel('आपका पिन, 6 अंक').fill(pin)
    await form.getByRole('button', { name: 'सेव करें' }).click()
  }
  await page.goto(`${HOME}?tab=pay`)
  await page.getByText('UPI आईडी लिखें').click()
  await send('lakshmi@okbank', '593017')
  await expect(alert(page)).toContainText('यह पिन सही नहीं है')
  await expect(page.getByLabel('नई UPI आईडी (जैसे नाम@बैंक)')).toHaveValue('lakshmi@okbank')
  await send('lakshmi@okbank', PIN)
  // Her card was used just now, so the first address waits a day as well.
  await expect(page.getByText(/बजे से पैसे यहाँ आएँगे: lakshmi@okbank/)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.screenshot({ path: 'test-results/worker-join-upi.png', fullPage: true })
  await adminPage.goto('/admin/dashboard/payouts')
  const told = adminPage.getByRole('article').filter({ hasText: 'Lakshmi Devi' }).last()
  await expect(told).toContainText('Her UPI address changes on')
  await expectAccessible(adminPage, 'changes to tell')
  await told.getByRole('button', { name: 'She knows of it' }).click()
  await expect(adminPage.getByText('Noted that she knows of it')).toBeVisible()
  await page.getByRole('button', { name: 'यह बदलाव रोकें' }).click()
  await expect(page.getByText(/lakshmi@okbank/)).toBeHidden()
}

/** A new number needs the PIN; the consent does not. Nothing typed is lost but the PIN. */
async function changesPhone(page: Page, from: string, to: string): Promise<void> {
  await page.goto(`${HOME}?tab=pay`)
  const form = page.locator('form.about-me')
  const save = form.getByRole('button', { name: 'सेव करें' })
  await form.getByRole('checkbox').check()
  await save.click()
  await expect(page.locator('.worker-done')).toHaveText('हो गया')
  for (const [pin, problem] of [
    ['', 'नंबर बदलने के लिए अपना पिन भी लिखें'],
    ['593017', 'यह पिन सही नहीं है'],
  ] as const) {
    await form.getByLabel('मोबाइल नंबर').fill(to)
    await form.getByLabel('आपका पिन, 6 अंक').fill(pin)
    await save.click()
    await expect(alert(page)).toContainText(problem)
    await expect(form.getByLabel('मोबाइल नंबर')).toHaveValue(to)
  }
  await expectNoSidewaysScroll(page)
  await page.screenshot({ path: 'test-results/worker-join-phone.png', fullPage: true })
  await page.goto(`${HOME}?tab=pay`)
  await expect(form.getByLabel('मोबाइल नंबर')).toHaveValue(from)
  await form.getByLabel('मोबाइल नंबर').fill(to)
  await form.getByLabel('आपका पिन, 6 अंक').fill(PIN)
  await save.click()
  await expect(form.getByLabel('मोबाइल नंबर')).toHaveValue(to)
  await expect(alert(page)).toBeHidden()
}

const alert = (page: Page) => page.getByRole('main').getByRole('alert')

test('she joins by her card and signs in again, without email and without JavaScript', async ({
  page: adminPage,
  browser,
  baseURL,
}) => {
  const first = `98${String(Date.now()).slice(-8)}`
  const phone = `96${first.slice(2)}`
  const link = await cardFor(adminPage, 'Lakshmi Devi', first)
  const context = await plainPhone(browser, baseURL)
  const page = await context.newPage()
  const { pathname, search } = new URL(link)

  await page.goto(pathname + search)
  // A program that previews the link opens it, too.
  await page.reload()
  const open = await context.newPage()
  await open.goto(pathname + search)
  await expect(page.getByRole('heading', { name: 'नमस्ते, Lakshmi जी' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.getByRole('main')).toContainText(`आखिरी अंक ${first.slice(-4)}`)
  await expectHers(page, 'card')

  const join = page.getByRole('button', { name: 'पिन सेव करें, काम देखें' })
  await page.getByLabel('नया पिन, 6 अंक').fill('123456')
  await page.getByLabel('वही पिन फिर से').fill('123456')
  await page.getByRole('radio', { name: /मेरा अपना फ़ोन/ }).check()
  await join.click()
  await expect(page.getByText('यह पिन बहुत आसान है। दूसरा पिन चुनें।')).toBeVisible()
  await expect(page.getByRole('radio', { name: /मेरा अपना फ़ोन/ })).toBeChecked()
  await page.getByLabel('नया पिन, 6 अंक').fill(PIN)
  await page.getByLabel('वही पिन फिर से').fill('483921')
  await join.click()
  await expect(page.getByText('दोनों पिन एक जैसे नहीं हैं')).toBeVisible()
  await page.getByLabel('नया पिन, 6 अंक').fill(PIN)
  await page.getByLabel('वही पिन फिर से').fill(PIN)
  await join.click()

  await expect(page).toHaveURL(HOME)
  await expect(page.getByRole('heading', { name: 'नमस्ते, Lakshmi जी' })).toBeVisible()
  await expect(page.getByText('यह फ़ोन: Lakshmi Devi')).toBeVisible()
  await expectHers(page, 'home')
  await page.goto(`${HOME}?tab=active`)
  await expect(page.getByText('अभी कोई काम बाकी नहीं है')).toBeVisible()
  // Nothing else of the shop is hers.
  for (const path of ['/profile', '/orders', '/admin/dashboard'])
    await expect((await page.goto(path))?.status()).not.toBe(500)
  expect((await page.request.get('/admin/dashboard')).status()).toBe(401)
  expect((await page.request.get('/profile/my-data.json')).status()).toBe(401)

  await changesUpi(page, adminPage)
  await changesPhone(page, first, phone)

  await page.goto(HOME)
  await page.getByRole('button', { name: 'बदलें', exact: true }).click()
  await expect(page).toHaveURL(SIGN_IN)
  await expectHers(page, 'signin')
  const signIn = page.getByRole('main').getByRole('button', { name: 'साइन इन करें', exact: true })
  await page.getByLabel('मोबाइल नंबर').fill(phone)
  await page.getByLabel('पिन, 6 अंक').fill('593017')
  await page.getByRole('radio', { name: /साझा फ़ोन/ }).check()
  await signIn.click()
  await expect(alert(page)).toContainText('मोबाइल नंबर या पिन सही नहीं है')
  await expect(page.getByLabel('मोबाइल नंबर')).toHaveValue(phone)
  await expectHers(page, 'wrong')
  await page.getByLabel('पिन, 6 अंक').fill(PIN)
  await signIn.click()
  await expect(page).toHaveURL(HOME)
  const session = (await context.cookies()).find(({ name }) => name === 'worker_session')
  expect(session).toMatchObject({ expires: -1, httpOnly: true, sameSite: 'Lax' })

  // Of the page that stayed open, too, the message is there once.
  await open.getByLabel('नया पिन, 6 अंक').fill(PIN)
  await open.getByLabel('वही पिन फिर से').fill(PIN)
  await open.getByRole('radio', { name: /मेरा अपना फ़ोन/ }).check()
  await open.getByRole('button', { name: 'पिन सेव करें, काम देखें' }).click()
  await expect(open.getByRole('heading', { name: 'यह कार्ड इस्तेमाल हो चुका है' })).toBeVisible()
  await expect(open.getByText('आपने पिन चुना है तो')).toHaveCount(1)
  await expect(alert(open)).toBeHidden()

  await page.goto(pathname + search)
  await expect(page.getByRole('heading', { name: 'यह कार्ड इस्तेमाल हो चुका है' })).toBeVisible()
  await expectHers(page, 'used')
})

test('the first screens and their problems are read aloud, have pictures, and load no more than they need', async ({
  page: adminPage,
  browser,
  baseURL,
}) => {
  const phone = `95${String(Date.now()).slice(-8)}`
  const link = await cardFor(adminPage, 'Lakshmi Kumari', phone)
  const { pathname, search } = new URL(link)
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  await giveVoices(page, ['hi-IN', 'en-IN'])
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  let bytes = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await page.goto(pathname + search, { waitUntil: 'networkidle' })
  expect(bytes).toBeGreaterThan(60_000)
  expect(bytes).toBeLessThanOrEqual(150 * 1024)
  expect(scripts.filter((path) => /\/(words-|worker-)\w*.*\.js$/.test(path))).toEqual([])

  const main = page.getByRole('main')
  const said = async () => (await spokenOn(page)).map(([, text]) => text).join(' ')
  await main.getByRole('button', { name: /^सुनें: नमस्ते, Lakshmi जी/ }).click()
  for (const text of ['अभी अपना पिन चुनें', 'यह फ़ोन किसका है', 'पिन सेव करें']) expect(await said()).toContain(text)
  for (const choice of ['मेरा अपना फ़ोन', 'साझा फ़ोन']) {
    await expect(main.locator('label').filter({ hasText: choice }).locator('svg')).toHaveCount(2)
    await expect(main.getByRole('button', { name: `सुनें: ${choice}` })).toBeVisible()
  }
  await expectAccessible(page, 'a card with a voice')
  await expectNoSidewaysScroll(page)
  await page.screenshot({ path: 'test-results/worker-join-voice.png', fullPage: true })

  /** A problem has a picture and its sound. */
  const expectSaid = async (text: string) => {
    const problem = main.locator('.worker-problem').filter({ hasText: text })
    await expect(problem.locator('> svg')).toBeVisible()
    await problem.getByRole('button').click()
    expect(await said()).toContain(text)
  }
  await page.getByLabel('नया पिन, 6 अंक').fill('123456')
  await page.getByLabel('वही पिन फिर से').fill('123456')
  await page.getByRole('radio', { name: /मेरा अपना फ़ोन/ }).check()
  await main.getByRole('button', { name: 'पिन सेव करें, काम देखें', exact: true }).click()
  await expectSaid('यह पिन बहुत आसान है')
  await page.screenshot({ path: 'test-results/worker-join-voice-easy.png', fullPage: true })
  await page.goto(SIGN_IN)
  await page.getByRole('textbox', { name: 'मोबाइल नंबर' }).fill(phone)
  await page.getByRole('textbox', { name: 'पिन, 6 अंक' }).fill('593017')
  await page.getByRole('radio', { name: /साझा फ़ोन/ }).check()
  await main.getByRole('button', { name: 'साइन इन करें', exact: true }).click()
  await expectSaid('मोबाइल नंबर या पिन सही नहीं है')
  await expectAccessible(page, 'a wrong PIN with a voice')
  await expectNoSidewaysScroll(page)
  await page.screenshot({ path: 'test-results/worker-join-voice-wrong.png', fullPage: true })
  await page.goto(`${pathname}?card=unknown`)
  await main.getByRole('button', { name: /^सुनें: यह लिंक सही नहीं है/ }).click()
  expect(await said()).toContain('नया कार्ड माँगें')
  await context.close()
})

test('the card of another says who is signed in, in both languages', async ({ page, browser, baseURL }) => {
  const phone = `97${String(Date.now()).slice(-8)}`
  const link = await cardFor(page, 'Lakshmi Bai', phone)
  const context = await plainPhone(browser, baseURL)
  const other = await context.newPage()
  const { pathname, search } = new URL(link)
  // The admin opens it herself.
  await page.goto(pathname + search)
  await expect(page.getByRole('main')).toContainText('साइन इन हैं')
  await expectAccessible(page, 'a card')
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Namaste, Lakshmi' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('is signed in on this phone')
  await other.goto(pathname + search)
  await expect(other.getByRole('main')).not.toContainText('साइन इन हैं')
  await page.goto(SIGN_IN)
  await expectAccessible(page, 'signing in with a PIN')
  await page.goto('/admin/dashboard/workers')
  await expectAccessible(page, 'workers')
  await expectNoSidewaysScroll(page)
})

type Joining = { link: string; name: string; device: 'own' | 'shared' }

/** She joins by her card on this phone, which stores her screens. */
async function joins(page: Page, { link, name, device }: Joining): Promise<void> {
  await fillCard(page, { link, device })
  await page.getByRole('button', { name: 'पिन सेव करें, काम देखें', exact: true }).click()
  await expect(page.getByText(`यह फ़ोन: ${name}`)).toBeVisible()
  await expect.poll(() => page.evaluate(isHomeKept)).toBe(true)
}

async function fillCard(page: Page, { link, device }: Omit<Joining, 'name'>): Promise<void> {
  const { pathname, search } = new URL(link)
  await page.goto(pathname + search)
  await page.getByRole('textbox', { name: 'नया पिन, 6 अंक' }).fill(PIN)
  await page.getByRole('textbox', { name: 'वही पिन फिर से' }).fill(PIN)
  await page.getByRole('radio', { name: device === 'own' ? /मेरा अपना फ़ोन/ : /साझा फ़ोन/ }).check()
}

async function isHomeKept(): Promise<boolean> {
  // Opening the cache would make it.
  const kept = await caches.match('/shg-worker-dashboard?tab=pay', { cacheName: 'worker-pages' })
  return kept !== undefined
}

/** A task of the worker who is signed in on this page. */
async function taskFor(page: Page): Promise<string> {
  const { id } = await (await page.request.get(`${HOME}/session.json`)).json()
  const made = await asAdmin('POST', '/work-logs', {
    user_id: id,
    task_name: 'Pack ragi',
    task_description: 'Count twice.',
    task_type: 'packing',
    quantity: 20,
    unit: 'boxes',
    payment_amount: 120,
    completion_deadline: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  })
  return (await made.json()).id
}

/** Nothing of this woman opens without a network. */
async function expectNothingOf(page: Page, name: string): Promise<void> {
  for (const path of [`${HOME}?tab=pay`, HOME, `${HOME}?tab=active`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'नेटवर्क नहीं है' })).toBeVisible()
    await expect(page.locator('body')).not.toContainText(name)
  }
}

const numberOf = (start: string) => `${start}${String(Date.now()).slice(-8)}`

test.describe('a phone without a network', () => {
  test.use({ cutsNetwork: true })

  test('of many opens nothing after its browser was closed, keeps what waits, and sends it after a sign-in', async ({
    page: adminPage,
  }) => {
    const number = numberOf('94')
    const link = await cardFor(adminPage, 'Lakshmi Gowda', number)
    await withPhone(async (phone) => {
      const first = await phone.open()
      await joins(first, { link, name: 'Lakshmi Gowda', device: 'shared' })
      const task = await taskFor(first)
      await first.goto(HOME)
      await expect(first.getByText('Pack ragi').first()).toBeVisible()
      await phone.cut()
      await first.getByRole('button', { name: 'काम शुरू करें' }).click()
      await expect(first.getByText(/भेजना बाकी/).first()).toBeVisible()
      await first.reload()
      await expect(first.getByText('यह फ़ोन: Lakshmi Gowda')).toBeVisible()
      await phone.close()

      const later = await phone.open()
      await expectNothingOf(later, 'Lakshmi')
      await expect(later.getByText('भेजना बाकी: 1। फ़ोन में सेव है।')).toBeVisible()
      await phone.restore()
      await later.goto(SIGN_IN)
      await later.getByRole('textbox', { name: 'मोबाइल नंबर' }).fill(number)
      await later.getByRole('textbox', { name: 'पिन, 6 अंक' }).fill(PIN)
      await later.getByRole('radio', { name: /साझा फ़ोन/ }).check()
      await later.getByRole('main').getByRole('button', { name: 'साइन इन करें', exact: true }).click()
      await expect(later.getByText('यह फ़ोन: Lakshmi Gowda')).toBeVisible()
      const state = async () => (await (await later.request.get(`/api/work-logs/${task}`)).json()).status
      await expect.poll(state).toBe('in_progress')
    })
  })

  test('of many opens nothing after its pages were closed, in a browser that tells it no cookies', async ({
    page: adminPage,
  }) => {
    const link = await cardFor(adminPage, 'Lakshmi Patil', numberOf('93'))
    await withPhone(async (phone) => {
      const page = await phone.open()
      await joins(page, { link, name: 'Lakshmi Patil', device: 'shared' })
      const workers = page.context().serviceWorkers()
      expect(workers.length).toBeGreaterThan(0)
      for (const worker of workers)
        await worker.evaluate(() => Object.defineProperty(self, 'cookieStore', { value: undefined }))
      await phone.cut()
      await page.goto(`${HOME}?tab=pay`)
      await expect(page.getByText('यह फ़ोन: Lakshmi Patil')).toBeVisible()
      const blank = await page.context().newPage()
      await page.close()
      await expectNothingOf(blank, 'Lakshmi')
    })
  })

  test('of her own opens her screens after its browser was closed', async ({ page: adminPage }) => {
    const link = await cardFor(adminPage, 'Lakshmi Shetty', numberOf('92'))
    await withPhone(async (phone) => {
      await joins(await phone.open(), { link, name: 'Lakshmi Shetty', device: 'own' })
      await phone.cut()
      await phone.close()
      const later = await phone.open()
      await later.goto(`${HOME}?tab=pay`)
      await expect(later.getByText('यह फ़ोन: Lakshmi Shetty')).toBeVisible()
    })
  })

  for (const scripts of ['with', 'without'] as const)
    test(`shows the next woman nothing of the first, when it is cut right after her form ${scripts} scripts`, async ({
      page: adminPage,
    }) => {
      const [one, two] = [numberOf('91'), numberOf('90')]
      const link = await cardFor(adminPage, 'Lakshmi Hegde', one)
      const next = await cardFor(adminPage, 'Lakshmi Bhat', two)
      await withPhone(async (phone) => {
        const page = await phone.open()
        await joins(page, { link, name: 'Lakshmi Hegde', device: 'shared' })
        await fillCard(page, { link: next, device: 'shared' })
        phone.network.cutAfter = '/worker/join'
        const join = page.getByRole('button', { name: 'पिन सेव करें, काम देखें', exact: true })
        if (scripts === 'with') await join.click()
        else await join.evaluate((button) => (button as HTMLButtonElement).form?.submit())
        await expect.poll(() => phone.network.isCut).toBe(true)
        await page.context().setOffline(true)
        await expectNothingOf(page, 'Hegde')
      })
    })
})
