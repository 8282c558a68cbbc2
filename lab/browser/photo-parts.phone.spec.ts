import { openWithLateScripts } from '#tests/e2e/late-scripts.ts'
import { photoFile, stateOf } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openNewTask, photoPath, startTask } from '#tests/e2e/worker-phone.ts'

test.use({ cutsNetwork: true })

test('a photo that is chosen before the scripts load is sent in parts over a network that breaks off', async ({
  page,
  context,
}) => {
  const task = await openNewTask(page)
  await startTask(page, task)
  let parts = 0
  await context.route('**/photo-uploads/**', (route) => {
    parts += 1
    return parts % 2 === 1 && parts < 6 ? route.abort('connectionreset') : route.continue()
  })
  await openWithLateScripts(page, photoPath(task), async () =>
    page.getByLabel('Choose a photo').setInputFiles(await photoFile(1500)),
  )
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible()
  await page.getByRole('button', { name: /Send this photo|^Yes, all done/ }).click()
  await expect(page.getByText('It is sent as soon as there is a network')).toBeVisible()
  await expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      return stateOf(task)
    })
    .toBe('pending_review')
  expect(parts).toBeGreaterThan(2)
})
