/** The worker's screens on a slow mobile network: 400 ms latency, 64 KB/s down and 48 KB/s up. */
import { stateOf } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { cameraOf, HOME, openNewTask, panelOf } from '#tests/e2e/worker-phone.ts'
import { noisyPhoto } from '#tests/pictures.ts'

const SLOW = { latency: 400, downloadThroughput: 64 * 1024, uploadThroughput: 48 * 1024 }

test('the dashboard opens on a slow network, and a photo is sent in parts and confirmed', async ({
  page,
  context,
}) => {
  const task = await openNewTask(page)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', { offline: false, ...SLOW })
  const patient = expect.configure({ timeout: 60_000 })
  await page.goto(`${HOME}?tab=active`)
  await panelOf(page, task).getByRole('button', { name: 'Start work' }).click()
  await patient(panelOf(page, task)).toContainText('0 done. 3 left.')
  await panelOf(page, task).getByRole('link', { name: 'Send photo' }).click()
  await patient(page.getByRole('heading', { name: `Photo of: ${task.name}` })).toBeVisible()
  const parts: number[] = []
  page.on('requestfinished', (request) => {
    if (request.method() === 'PATCH') parts.push(Number(request.headers()['upload-offset']))
  })
  const photo = { name: 'p.jpg', mimeType: 'image/jpeg', buffer: await noisyPhoto(700) }
  await cameraOf(page).setInputFiles(photo)
  await patient(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await page.getByRole('button', { name: /Send this photo|^Yes, all done/ }).click()
  await patient(page.getByRole('heading', { name: 'Photo sent' })).toBeVisible()
  expect(parts.length).toBeGreaterThan(1)
  expect(parts).toEqual(parts.map((_, at) => at * 128 * 1024))
  expect(await stateOf(task)).toBe('pending_review')
})
