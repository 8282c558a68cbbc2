/** The worker's screens in each of her languages, by sound and by signs, and what a first visit costs. */
import type { Page } from '@playwright/test'
import { makeUser } from '#db/factories/user.ts'
import { workerInput } from '#shop/programme/input.ts'
import { isSample, type Language, languageName } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { saveWorker } from '#shop/programme/workers.sql.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import {
  asAdmin,
  openSession,
  PASSWORD,
  sessionCookie,
  shopDatabase,
  shopOrigin,
} from '#tests/e2e/signed-in.ts'
import { bytesOf, giveVoices, HOME, spokenOn } from '#tests/e2e/worker-phone.ts'
import { noisyPhoto, phonePhoto } from '#tests/pictures.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** A worker of the test's own, signed in, with a task to do and one to start. */
async function newWorker(page: Page, language: Language) {
  const { id, email } = await makeUser(shopDatabase(), { isWorker: true, password: PASSWORD })
  await saveWorker(shopDatabase(), id, workerInput.parse({ language }), new Date())
  await openSession(page.context(), email)
  return { id, task: await newTask(id) }
}

/** A task of this worker. */
async function newTask(userId: string): Promise<string> {
  const made = await asAdmin('POST', '/work-logs', {
    user_id: userId,
    task_name: 'Stick labels on jars',
    task_description: 'Count twice.',
    task_type: 'packing',
    quantity: 30,
    unit: 'jars',
    payment_amount: 1250.5,
    completion_deadline: `${new Date().getFullYear() + 1}-11-24T18:29:59Z`,
  })
  expect(made.status).toBe(201)
  return (await made.json()).id
}

const WORDS = {
  hi: {
    name: 'शीशियों पर लेबल लगाना',
    amount: '30 शीशियाँ',
    due: '24 नवंबर',
    start: 'काम शुरू करें',
    plus: '1 और हो गया',
    listen: 'सुनें',
    stop: 'रोकें',
    photo: 'फ़ोटो भेजें',
    pay: '1250 रुपये और 50 पैसे मिलेंगे',
    empty: 'अभी तक पैसे नहीं भेजे गए',
  },
  mr: {
    name: 'बरण्यांवर लेबल लावणे',
    amount: '30 बरण्या',
    due: '24 नोव्हेंबर',
    start: 'काम सुरू करा',
    plus: 'आणखी 1 झाले',
    listen: 'ऐका',
    stop: 'थांबवा',
    photo: 'फोटो पाठवा',
    pay: '1250 रुपये आणि 50 पैसे मिळतील',
    empty: 'अजून पैसे पाठवलेले नाहीत',
  },
} as const

for (const language of ['hi', 'mr'] as const) {
  const words = WORDS[language]

  test(`in ${language} a task is understood by signs, figures and sound, and done`, async ({ page }) => {
    await giveVoices(page, ['en_IN', `${language}_IN`])
    const { id, task } = await newWorker(page, 'en')
    await page.goto(`${HOME}?tab=active`)
    await page.getByRole('button', { name: languageName(language), exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    expect((await findWorker(shopDatabase(), id))?.language).toBe(language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('.worker-sample')).toHaveCount(isSample(language) ? 1 : 0)
    await expect(page.getByRole('banner').locator('button[lang=en]')).toHaveText('English')

    const panel = page.getByRole('listitem').filter({ hasText: words.name }).first()
    for (const text of [words.amount, '₹1,250.50', words.due]) await expect(panel).toContainText(text)
    await expect(panel.getByRole('heading')).toHaveAttribute('lang', language)
    await expect(panel.getByText('Count twice.', { exact: true })).toHaveAttribute('lang', 'en')
    const steps = panel.getByRole('list').first().getByRole('listitem')
    await expect(steps).toHaveCount(5)
    await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step')
    for (const step of await steps.all()) await expect(step.locator('svg')).toBeVisible()

    // Nothing is read before she asks, and the second press stops it.
    expect(await spokenOn(page)).toEqual([])
    await panel.getByRole('button', { name: words.listen }).click()
    const spoken = await spokenOn(page)
    expect(spoken.map(([, text]) => text).join(' ')).toContain(words.pay)
    expect(spoken).toContainEqual(['en-IN', 'Count twice.'])
    expect(spoken[0]?.[0]).toBe(`${language}-IN`)
    await panel.getByRole('button', { name: words.stop }).click()
    await expect(panel.getByRole('button', { name: words.listen })).toBeVisible()

    await panel.getByRole('button', { name: words.start, exact: true }).click()
    await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step')
    await panel.getByRole('button', { name: words.plus, exact: true }).click()
    await expect(panel.locator('.count-number')).toHaveText('1 / 30')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, `a task in ${language}`)
    await page.screenshot({ path: `test-results/worker-${language}-task.png`, fullPage: true })

    for (const path of [HOME, `${HOME}?tab=completed`, `${HOME}?tab=pay`, `/upload-task-photo/${task}`]) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('button', { name: words.listen }).first()).toBeVisible()
      for (const action of await page.locator('.go:visible').all())
        await expect(action.locator('svg, .go-sign')).toHaveCount(1)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page, `${path} in ${language}`)
    }
    await page.goto(`${HOME}?tab=pay`)
    await expect(page.getByText(words.empty, { exact: true })).toBeVisible()
  })
}

test('without a voice for her language there is no button, and everything else is there', async ({
  page,
}) => {
  await giveVoices(page, ['en-IN', 'hi-IN'])
  await newWorker(page, 'mr')
  await page.goto(`${HOME}?tab=active`)
  await expect(page.getByRole('button', { name: WORDS.mr.start, exact: true })).toBeVisible()
  await page.getByRole('button', { name: WORDS.mr.start, exact: true }).click()
  await expect(page.locator('.count-number')).toHaveText('0 / 30')
  await expect(page.getByRole('button', { name: WORDS.mr.listen })).toHaveCount(0)
})

test('an error is read aloud too, and its sign is not only a colour', async ({ page }) => {
  await giveVoices(page, ['hi-IN'])
  await newWorker(page, 'hi')
  await page.goto(`${HOME}?tab=pay`)
  await page.locator('input[name=phone]').fill('12')
  await page.getByRole('button', { name: 'सेव करें' }).click()
  await expect(page.getByRole('alert')).toHaveText('10 अंकों का मोबाइल नंबर लिखें')
  const problem = page.locator('.worker-problem')
  await expect(problem.locator('> svg')).toBeVisible()
  await problem.getByRole('button').click()
  expect(await spokenOn(page)).toEqual([['hi-IN', '10 अंकों का मोबाइल नंबर लिखें।']])
  await expectAccessible(page, 'an error in Hindi')
})

/** The worker starts this task and sends in a photo of it. */
async function sendIn(page: Page, task: string): Promise<void> {
  const headers = { origin: shopOrigin() }
  const started = await page.request.put(`/api/work-logs/${task}`, {
    headers,
    data: { status: 'in_progress' },
  })
  expect(started.status()).toBe(200)
  const photo = { name: 'p.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(Date.now() % 100_000) }
  const sent = await page.request.post(`/api/work-logs/${task}/photo`, { headers, multipart: { photo } })
  expect(sent.status()).toBe(200)
}

/** Sends in the worker's task, and rejects it with a large picture of how it should look. */
async function returnWithPicture(page: Page, task: string): Promise<void> {
  const headers = { origin: shopOrigin() }
  await sendIn(page, task)
  const form = new FormData()
  for (const [name, value] of Object.entries({ intent: 'reject', id: task, preset: 'quality', reason: '' }))
    form.set(name, value)
  form.set(
    'picture',
    new Blob([new Uint8Array(await noisyPhoto(600))], { type: 'image/jpeg' }),
    'like-this.jpg',
  )
  const cookie = await sessionCookie({ email: 'admin@demo.test' })
  const decided = await fetch(`${shopOrigin()}/coordinator/decisions`, {
    method: 'POST',
    headers: { cookie, ...headers },
    body: form,
  })
  expect(decided.status).toBe(200)
}

test.describe('a first visit', () => {
  test('with a task to do again and its picture is at most 150 KB', async ({ browser, page }) => {
    const { task } = await newWorker(page, 'hi')
    await returnWithPicture(page, task)
    const cold = await browser.newContext({
      storageState: await page.context().storageState(),
      viewport: { width: 360, height: 740 },
    })
    const phone = await cold.newPage()
    const read = await bytesOf(phone)
    await phone.goto(HOME, { waitUntil: 'networkidle' })
    const picture = phone.locator('.task-example img')
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    expect(read()).toBeGreaterThan(90_000)
    expect(read()).toBeLessThanOrEqual(150 * 1024)
    await expectAccessible(phone, 'a task to do again with its picture')
    const full = (await phone.locator('.task-example').getAttribute('href')) ?? ''
    expect((await (await phone.request.get(full)).body()).length).toBeGreaterThan(50_000)
    await cold.close()
  })

  for (const [photos, named] of [
    [1, 'one photo'],
    [10, 'ten photos'],
  ] as const)
    test(`of what she has done, with ${named}, is at most 150 KB; a tap shows a photo`, async ({
      browser,
      page,
    }) => {
      const { id, task } = await newWorker(page, 'hi')
      await sendIn(page, task)
      for (let more = 1; more < photos; more += 1) await sendIn(page, await newTask(id))
      const cold = await browser.newContext({
        storageState: await page.context().storageState(),
        viewport: { width: 360, height: 740 },
      })
      const phone = await cold.newPage()
      const read = await bytesOf(phone)
      await phone.goto(`${HOME}?tab=completed`, { waitUntil: 'networkidle' })
      const opener = phone.getByRole('main').locator('.task-photo summary')
      await expect(opener).toHaveCount(photos)
      await opener.last().scrollIntoViewIfNeeded()
      await phone.waitForLoadState('networkidle')
      expect(read()).toBeGreaterThan(90_000)
      expect(read()).toBeLessThanOrEqual(150 * 1024)
      await opener.last().click()
      const photo = phone.locator('.task-photo[open] img')
      await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
      await expectNoSidewaysScroll(phone)
      if (photos === 10) await expectAccessible(phone, 'photos that were sent')
      await phone.screenshot({ path: `test-results/worker-completed-${photos}.png`, fullPage: true })
      await cold.close()
    })

  for (const language of ['en', 'hi', 'mr'] as const) {
    test(`in ${language} is at most 150 KB, on the dashboard and on the photo's page`, async ({
      browser,
      page,
    }) => {
      const { task } = await newWorker(page, language)
      const storageState = await page.context().storageState()
      for (const path of [HOME, `/upload-task-photo/${task}`]) {
        const cold = await browser.newContext({ storageState, viewport: { width: 360, height: 740 } })
        const phone = await cold.newPage()
        const read = await bytesOf(phone)
        await phone.goto(path, { waitUntil: 'networkidle' })
        await expect(phone.locator('html')).toHaveAttribute('lang', language)
        expect(read(), path).toBeGreaterThan(90_000)
        expect(read(), path).toBeLessThanOrEqual(150 * 1024)
        await cold.close()
      }
    })
  }
})
