/** A coordinator at 360 px: her group, a template, and the end of her role. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { makeUser } from '#db/factories/user.ts'
import { alive } from '#tests/e2e/alive.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { sentTask } from '#tests/e2e/sent-task.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { openSession, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'
import { bytesOf } from '#tests/e2e/worker-phone.ts'
import { phonePhoto } from '#tests/pictures.ts'

/** Another one in each try: templates stay. */
const NAME = `Fill coriander pouches ${Date.now() % 10_000}`

async function check(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state)
  await expectNoSidewaysScroll(page)
}

test('a coordinator sees her group alone, and keeps templates that pay enough', async ({ page, context }) => {
  test.slow()
  await openSession(context, 'coordinator@demo.test')
  await page.goto('/coordinator')
  await expect(page.getByRole('heading', { name: 'Your groups' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Shakti group')
  await check(page, 'groups')

  await page.getByRole('link', { name: 'Templates' }).tap()
  await page.getByRole('link', { name: 'New template' }).tap()
  await page.getByLabel('Name', { exact: true }).fill(NAME)
  await page.getByLabel('Pay for one in rupees').fill('0.5')
  await page.getByLabel('Minutes for one').fill('1')
  const chosen = page.getByRole('img', { name: 'The picture that was chosen' })
  const photo = { name: 'packets.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(40, 1200) }
  await page.getByLabel('Picture of how it should look').setInputFiles(photo)
  await page.getByRole('button', { name: 'Save template' }).tap()
  await expect(page.getByLabel('Pay for one in rupees')).toHaveAccessibleDescription(/least per hour/)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(NAME)
  await check(page, 'pays too little')
  // The picture comes back with the question, so that it need not be chosen again.
  await expect(chosen).toBeVisible()
  await page.getByLabel('Picture of how it should look').setInputFiles([])
  await page.getByLabel('Pay for one in rupees').fill('4')
  await page.getByRole('button', { name: 'Save template' }).tap()
  await expect(page.getByText('Template saved')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: NAME }).locator('img')).toBeVisible()
  await check(page, 'templates')
  await page.getByRole('listitem').filter({ hasText: NAME }).getByRole('link', { name: 'Change' }).tap()
  const picture = { name: 'packets.jpg', mimeType: 'image/jpeg' }
  const file = page.getByLabel('Another picture')
  await file.setInputFiles({ ...picture, buffer: Buffer.from('no picture') })
  await page.getByRole('button', { name: 'Save template' }).tap()
  await expect(file).toHaveAccessibleDescription(/valid image file/)
  await file.setInputFiles({ ...picture, buffer: await phonePhoto(41, 1200) })
  await page.getByRole('button', { name: 'Save template' }).tap()
  await expect(page.getByText('Template saved')).toBeVisible()
  const shown = page.getByRole('listitem').filter({ hasText: NAME }).locator('img')
  const answer = await page.request.get((await shown.getAttribute('src')) ?? '')
  expect((await answer.body()).length).toBeLessThanOrEqual(8 * 1024)
  await check(page, 'a template with a picture')

  await page.getByRole('link', { name: 'Questions' }).tap()
  await expect(page.getByRole('heading', { name: 'Questions' })).toBeVisible()
  await check(page, 'questions')

  await page.getByRole('link', { name: 'Groups', exact: true }).tap()
  await page.getByRole('link', { name: /Annapurna group/ }).tap()
  await expect(page.getByRole('heading', { name: 'Annapurna group' })).toBeVisible()
  await check(page, 'group')
})

for (const { language, name, groups, give, share, state } of [
  { language: 'hi', name: 'हिन्दी', groups: 'आपके समूह', give: 'काम दें', share: 'बराबर बाँटें', state: /जाँच बाकी/ },
  {
    language: 'mr',
    name: 'मराठी',
    groups: 'तुमचे गट',
    give: 'काम द्या',
    share: 'सारखे वाटा',
    state: /तपासणी बाकी/,
  },
]) {
  test(`a coordinator reads and fills in her pages in ${language}`, async ({ page, context }) => {
    test.slow()
    await openSession(context, 'coordinator@demo.test')
    await page.goto('/coordinator')
    await page.getByRole('button', { name, exact: true }).tap()
    await expect(page.getByRole('heading', { level: 1, name: groups })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await check(page, `groups in ${language}`)

    await page.getByRole('link', { name: /Annapurna group/ }).tap()
    await expect(page.getByRole('heading', { level: 1, name: 'Annapurna group' })).toBeVisible()
    await check(page, `group in ${language}`)
    await page.getByRole('link', { name: give, exact: true }).tap()
    await expect(page.getByRole('heading', { level: 1, name: `${give}: Annapurna group` })).toBeVisible()
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().tap()
    await page.locator('[name=count]').fill('50')
    await page.getByRole('button', { name: share }).tap()
    await expect(page.locator('[name^=share-]').first()).not.toHaveValue('')
    await check(page, `give in ${language}`)
    await page.locator('[name^=share-]').first().fill('a')
    await page.locator('.counts-form').getByRole('button').tap()
    await expect(page.locator('[name^=share-]').first()).toHaveAccessibleDescription(/\p{Script=Devanagari}/u)
    await check(page, `a count that is none in ${language}`)

    for (const path of ['photos', 'messages', 'templates', 'templates/new']) {
      await page.goto(`/coordinator/${path}`)
      await check(page, `${path} in ${language}`)
    }
    await page.goto('/coordinator/photos')
    await expect(page.getByRole('main')).toContainText(state)
  })
}

test('a role that is taken away ends with the next page', async ({ page, context }) => {
  // Her own account: other tests need the demonstration's coordinator.
  const email = `leaving-${Date.now()}@groups.test`
  await openSession(context, email)
  const db = shopDatabase()
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const { id: groupId } = await db.selectFrom('shgGroups').select('id').limit(1).executeTakeFirstOrThrow()
  await db.insertInto('coordinatorGroups').values({ userId, groupId }).execute()
  expect((await page.goto('/coordinator'))?.status()).toBe(200)
  await db.deleteFrom('coordinatorGroups').where('userId', '=', userId).execute()
  const answer = await page.goto('/coordinator/photos')
  expect(answer?.status()).toBe(403)
  await expect(page.getByRole('heading', { name: 'This page is not open to you' })).toBeVisible()
  await check(page, 'no coordinator')
})

test('a signed-out coordinator is asked to sign in, in her language, and comes back to her page', async ({
  page,
  context,
}) => {
  await openSession(context, 'coordinator@demo.test')
  await page.goto('/coordinator')
  await page.getByRole('button', { name: 'हिन्दी', exact: true }).tap()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  const kept = (await context.cookies()).filter(({ name }) => name === 'worker-language')
  await context.clearCookies()
  for (const { cookies, language, title, button } of [
    { cookies: kept, language: 'hi', title: 'अपने समूह देखने के लिए साइन इन करें', button: 'साइन इन करें' },
    { cookies: [], language: 'en', title: 'Please sign in to see your groups', button: 'Sign In' },
  ]) {
    await context.clearCookies()
    await context.addCookies(cookies)
    const answer = await page.goto('/coordinator/photos?status=all')
    expect(answer?.status()).toBe(401)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await check(page, `signed out in ${language}`)
    await page.getByRole('main').getByRole('link', { name: button, exact: true }).tap()
    await expect(page).toHaveURL(/signin\?returnTo=%2Fcoordinator%2Fphotos%3Fstatus%3Dall/)
  }
})

test('a picture that is too large is refused at its field, and what was typed stays', async ({
  page,
  context,
}) => {
  test.slow()
  await openSession(context, 'coordinator@demo.test')
  await page.goto('/coordinator')
  await page.getByRole('button', { name: 'हिन्दी', exact: true }).tap()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await page.goto('/coordinator/templates/new')
  const name = page.locator('[name=taskName]')
  const file = page.locator('[name=picture]')
  for (const megabytes of [6, 9]) {
    await name.fill('Fill pouches')
    await page.locator('[name=payPerUnit]').fill('4')
    await file.setInputFiles({
      name: 'p.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.alloc(megabytes * 1024 * 1024),
    })
    const sent = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.getByRole('button', { name: 'सेव करें', exact: true }).tap()
    expect((await sent).status(), `${megabytes} MB`).toBe(413)
    await expect(file).toHaveAccessibleDescription(/फ़ोटो बहुत बड़ी है \(5 MB से ज़्यादा\)।/)
    await expect(name).toHaveValue('Fill pouches')
    await page.reload()
  }
})

test('the lists of tasks have the name in her language first', async ({ page, context }) => {
  await openSession(context, 'coordinator@demo.test')
  await page.goto('/coordinator')
  await page.getByRole('button', { name: 'हिन्दी', exact: true }).tap()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await page.goto('/coordinator/templates')
  const first = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('p[lang=en]') })
    .first()
  await expect(first.getByRole('heading')).toHaveText(/\p{Script=Devanagari}/u)
  await page.goto('/coordinator')
  await page.getByRole('link', { name: /Annapurna group/ }).tap()
  await page.getByRole('link', { name: 'काम दें', exact: true }).tap()
  const choice = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('span[lang=en]') })
    .first()
  await expect(choice.locator('b')).toHaveText(/\p{Script=Devanagari}/u)
})

/** A coordinator of her own group, where two photos wait. Returns her email address. */
async function coordinatorOfTwoPhotos(): Promise<string> {
  const db = shopDatabase()
  const [now, unique] = [new Date(), randomUUID()]
  const group = { name: `Two photos ${unique.slice(0, 8)}`, place: 'Beed', createdAt: now }
  const { id: groupId } = await db
    .insertInto('shgGroups')
    .values(group)
    .returning('id')
    .executeTakeFirstOrThrow()
  const worker = await makeUser(db, { email: `worker-${unique}@groups.test`, isWorker: true })
  await db
    .insertInto('workers')
    .values({ userId: worker.id, groupId, enrolledAt: now, updatedAt: now })
    .execute()
  const coordinator = await makeUser(db, { email: `coordinator-${unique}@groups.test` })
  await db.insertInto('coordinatorGroups').values({ userId: coordinator.id, groupId }).execute()
  for (const _ of [1, 2]) await sentTask(worker.email)
  return coordinator.email
}

for (const language of ['en', 'hi', 'mr'])
  test(`a first visit to each of her pages is at most 150 KB in ${language}`, async ({
    page,
    context,
    browser,
  }) => {
    test.slow()
    await openSession(context, await coordinatorOfTwoPhotos())
    const url = shopOrigin()
    await context.addCookies([{ name: 'worker-language', value: language, url }])
    await page.goto('/coordinator')
    const group = await page
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('link')
      .first()
      .getAttribute('href')
    const storageState = await context.storageState()
    const below = ['', '/workers', '/workers/list', '/give', '/repeat'].map((path) => `${group}${path}`)
    const others = ['photos', 'messages', 'questions', 'templates', 'templates/new']
    for (const path of ['/coordinator', ...below, ...others.map((name) => `/coordinator/${name}`)]) {
      const cold = await browser.newContext({ storageState, viewport: { width: 360, height: 740 } })
      const phone = await cold.newPage()
      const read = await bytesOf(phone)
      await phone.goto(path, { waitUntil: 'networkidle' })
      await expect(phone.locator('html')).toHaveAttribute('lang', language)
      if (path.endsWith('/photos')) await expectShown(phone.locator('.approval-photo img').first())
      expect(read(), path).toBeGreaterThan(90_000)
      expect.soft(read(), path).toBeLessThanOrEqual(150 * 1024)
      await cold.close()
    }
  })

test('a lightbox whose file does not come leaves the page and what was typed', async ({ page, context }) => {
  await openSession(context, await coordinatorOfTwoPhotos())
  await page.goto('/coordinator/photos')
  await page.route('**/assets/photo-lightbox-*.js', (route) => route.fulfill({ status: 404 }))
  const count = page.getByLabel(/^Accepted of 50/).first()
  await count.fill('11')
  await page.locator('.approval-photo').first().click()
  await expect(page.getByRole('link', { name: 'Full size' })).toBeFocused()
  await expect(count).toHaveValue('11')
})

test('her scripts wait for the stylesheet, with which they would share a slow line', async ({
  page,
  context,
}) => {
  await openSession(context, 'coordinator@demo.test')
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  const { promise: asked, resolve: ask } = Promise.withResolvers<() => Promise<void>>()
  await page.route('**/assets/coordinator-*.css', (route) => ask(() => route.continue()))
  // Not by `goto`, which waits for the scripts.
  await page.evaluate((url) => location.assign(url), `${shopOrigin()}/coordinator/photos`)
  const goOn = await asked
  await expect(page.locator('.coord-tabs')).toBeAttached()
  expect(scripts).toEqual([])
  await goOn()
  await alive(page)
  expect(scripts.length).toBeGreaterThan(5)
})

/** The picture is there, without a tap. */
async function expectShown(picture: Locator): Promise<void> {
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
}

test('a form of the messages that cannot be read is refused in her language', async ({ page, context }) => {
  await openSession(context, 'coordinator@demo.test')
  await page.goto('/coordinator')
  await page.getByRole('button', { name: 'हिन्दी', exact: true }).tap()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  const form = { intent: 'undo', sentId: 'unknown' }
  const answer = await page.request.post('/coordinator/messages', { form, headers: { origin: shopOrigin() } })
  expect(answer.status()).toBe(422)
  expect(await answer.text()).toContain('यह ठीक नहीं है। फिर से देख लें।')
})
