/** Counts on a phone without a network, and on a phone without free storage. */
import { countOf, stateOf } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { shopOrigin } from '#tests/e2e/signed-in.ts'
import { HOME, openNewTask, openPhotoPage, panelOf, startTask, takePhoto } from '#tests/e2e/worker-phone.ts'

test.use({ cutsNetwork: true })

test('counts wait on the phone without a network, and each counts once although its response gets lost', async ({
  page,
  context,
}) => {
  const task = await openNewTask(page, { quantity: 40 })
  await startTask(page, task)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  const panel = panelOf(page, task)
  for (const [button, words] of [
    ['Ten more', '10 done. 30 left.'],
    ['One more done', '11 done. 29 left.'],
    ['One more done', '12 done. 28 left.'],
    ['Take one back', '11 done. 29 left.'],
  ] as const) {
    await panel.getByRole('button', { name: button }).click()
    await expect(panel).toContainText(words)
  }
  await expect(panel).toContainText('Waiting for network. Safe on this phone.')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('alert')).toContainText('Something is not sent yet.')
  expect(await countOf(task)).toBe(0)
  await page.close()

  let requests = 0
  await context.route('**/counts', async (route) => {
    requests += 1
    if (requests > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  const later = await context.newPage()
  await context.setOffline(false)
  await later.goto(`${HOME}?tab=active`)
  await expect.poll(() => countOf(task)).toBe(11)
  await expect(panelOf(later, task)).toContainText('11 done. 29 left.')
  await expect
    .poll(async () => {
      await later.evaluate(() => dispatchEvent(new Event('online')))
      return requests
    })
    .toBeGreaterThan(1)
  await expect(later.getByText('Still to be sent')).toHaveCount(0)
  await expect(panelOf(later, task)).toContainText('11 done. 29 left.')
  expect(await countOf(task)).toBe(11)
})

test('a full phone sends counts at once with a network, and says that it is full without a network', async ({
  page,
  context,
}) => {
  const task = await openNewTask(page, { quantity: 40 })
  await page.evaluate(() => navigator.serviceWorker.ready)
  const browser = await context.newCDPSession(page)
  await browser.send('Storage.overrideQuotaForOrigin', { origin: shopOrigin(), quotaSize: 1 })
  await startTask(page, task)
  const panel = panelOf(page, task)
  await panel.getByRole('button', { name: 'Ten more' }).click()
  await panel.getByRole('button', { name: 'Ten more' }).click()
  await expect(panel).toContainText('20 done. 20 left.')
  await context.setOffline(true)
  await panel.getByRole('button', { name: 'Ten more' }).click()
  await expect(panel.getByRole('alert')).toContainText('This phone is full.')
  expect(await countOf(task)).toBe(20)
  await context.setOffline(false)
  await openPhotoPage(page, task)
  await takePhoto(page)
  await page.getByRole('button', { name: /Send this photo|^Yes, all done/ }).click()
  await expect(page.getByRole('heading', { name: 'Photo sent' })).toBeVisible()
  expect(await stateOf(task)).toBe('pending_review')
})
