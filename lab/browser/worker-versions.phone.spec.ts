/** A worker's screens after an update of the shop, and forms that need a network. */
import type { Page } from '@playwright/test'
import { HELP_PATH } from '#app/programme/offline/send-questions.ts'
import { rupees } from '#shop/kernel/money.ts'
import { alive } from '#tests/e2e/alive.ts'
import { withPhone } from '#tests/e2e/phone-network.ts'
import { countOf, stateOf } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'
import {
  HOME,
  makeFirstVisit,
  newLongTask,
  openPhotoPage,
  photoPath,
  startAndCount,
  takePhoto,
} from '#tests/e2e/worker-phone.ts'

test.use({ cutsNetwork: true })

const cookiesOf = async (page: Page) =>
  (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

/** True when the server still accepts the session of this cookie. */
async function isSignedIn(cookie: string): Promise<boolean> {
  const answer = await fetch(`${shopOrigin()}/api/auth/get-session`, { headers: { cookie } })
  return (await answer.json()) !== null
}

/** Creates a payout with a line of the worker. Returns the line's id. */
async function newPayment(userId: string): Promise<string> {
  const payout = shopDatabase().insertInto('payouts').values({ createdAt: new Date() }).returning('id')
  const { id: payoutId } = await payout.executeTakeFirstOrThrow()
  const line = shopDatabase()
    .insertInto('payoutLines')
    .values({ payoutId, userId, amount: rupees(120) })
  return (await line.returning('id').executeTakeFirstOrThrow()).id
}

test('an open page keeps working after an update, also offline, and the phone keeps its queue', async ({
  page: other,
}) => {
  const task = await newLongTask()
  await withPhone(async (phone) => {
    const page = await makeFirstVisit(phone, task)
    await startAndCount(page, task)
    await expect.poll(() => countOf(task)).toBe(11)
    // Serves the next version of the service worker, and stops serving chunks that this page has not loaded yet.
    const script = await (await other.request.get('/worker-sw.js')).text()
    const version = /worker-files-[^;]*?([0-9a-f]{12})/.exec(script)?.[1] ?? ''
    expect(version).toMatch(/^\w{12}$/)
    phone.network.instead.set('/worker-sw.js', script.replaceAll(version, 'abcdefabcdef'))
    for (const [, chunk] of script.matchAll(/["'`](\/assets\/photo-[\w-]+\.js)["'`]/g))
      if (chunk) phone.network.instead.set(chunk, null)
    // Asks repeatedly: a browser may postpone an update, and its promise then stays pending.
    const update = () =>
      page.evaluate(async (path) => {
        for (const registration of await navigator.serviceWorker.getRegistrations())
          registration.update().catch(() => {})
        const stored = await (await caches.open('worker-pages')).match(path)
        return stored?.headers.get('x-kept-tag')
      }, photoPath(task))
    await expect.poll(update).toMatch(/^abcdefabcdef /)

    await phone.cut()
    await openPhotoPage(page, task)
    await takePhoto(page)
    await page.getByRole('button', { name: /Send this photo|^Yes, all done/ }).click()
    await expect(page.getByText('It is sent as soon as there is a network')).toBeVisible()
    await page.goto(HOME)
    await expect(page.getByText(/^Still to be sent: photos 1/)).toBeVisible()
    await phone.restore()
    await expect.poll(() => stateOf(task)).toBe('pending_review')
  })
})

test('a form that cannot be queued says so, and a sign-out without a network ends the session later', async () => {
  const task = await newLongTask()
  const lineId = await newPayment(task.worker.id)
  await withPhone(async (phone) => {
    const page = await makeFirstVisit(phone, task, '?tab=pay')
    const cookie = await cookiesOf(page)
    await page.context().addCookies([{ name: 'cart', value: '1*2', url: shopOrigin() }])
    await phone.cut()
    const consent = page.locator('form.about-me').getByRole('checkbox')
    const isChosen = !(await consent.isChecked())
    await consent.setChecked(isChosen)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'This needs a network. It may not have gone through. Please try again when there is one.',
    )
    await expect(consent).toBeChecked({ checked: isChosen })
    // A form that is sent before the scripts load gets an error page of the shop, not of the browser.
    await page.locator('form.about-me').evaluate((form: HTMLFormElement) => form.submit())
    await expect(page.getByText('This needs a network. It may not have gone through.')).toBeVisible()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByLabel('Phone')).toBeVisible()
    await alive(page)

    // The error page of a question keeps its text and payment, and sends them again. The shop stores them once.
    const questions = shopDatabase().selectFrom('payQuestions').select(['question', 'payoutLineId'])
    const text = 'Why is "this"\nless than <that>?'
    for (const [path, payoutLineId] of [
      [HELP_PATH, null],
      [`${HOME}?tab=pay`, lineId],
    ] as const) {
      await page.goto(path)
      const form = page.locator('form', { has: page.locator('textarea') })
      await form.locator('textarea').evaluate((field: HTMLTextAreaElement, typed) => {
        field.value = typed
      }, text)
      await form.evaluate((element: HTMLFormElement) => element.submit())
      const again = page.getByRole('button', { name: 'Try again' })
      await again.click()
      await expect(page.locator('input[name=question]')).toHaveValue(/^Why is "this"\s+less than <that>\?$/)
      await phone.restore()
      await again.click()
      await expect(again).toBeHidden()
      await page.goBack()
      await again.click()
      await expect(again).toBeHidden()
      const stored = questions
        .where('userId', '=', task.worker.id)
        .where('payoutLineId', 'is not distinct from', payoutLineId)
      expect(await stored.execute()).toEqual([{ question: text, payoutLineId }])
      await phone.cut()
    }
    await page.goto(`${HOME}?tab=pay`)

    await page.getByRole('button', { name: 'Sign Out' }).tap()
    await expect(page.getByRole('heading', { name: 'No network' }).first()).toBeVisible()
    expect(await page.evaluate(() => caches.has('worker-pages'))).toBe(false)
    const left = (await page.context().cookies()).map(({ name }) => name)
    expect(left).toContain('left')
    for (const name of ['cart', 'account', 'worker_screens']) expect(left).not.toContain(name)
    await page.goto(photoPath(task)).catch(() => {})
    await expect(page.getByText(task.name)).toHaveCount(0)
    expect(await isSignedIn(cookie)).toBe(true)
    await phone.restore()
    await page.goto('/')
    await expect.poll(() => isSignedIn(cookie)).toBe(false)

    // A sign-out with a lost request also ends the session later.
    await openSession(page.context(), task.worker.email)
    await page.goto(`${HOME}?tab=active`)
    const later = await cookiesOf(page)
    await page.context().route('**/auth/signout*', (route) => route.abort())
    const failedRequest = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/auth/signout'),
    )
    await page.getByRole('button', { name: 'Sign Out' }).tap()
    await failedRequest
    const second = await page.context().newPage()
    await second.goto(HOME)
    await expect(second.getByText(task.name)).toHaveCount(0)
    expect(await isSignedIn(later)).toBe(false)
  })
})
