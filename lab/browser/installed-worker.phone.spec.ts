/** The worker's screens as an installed app: offline, and after signing out. */
import { stateOf } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession } from '#tests/e2e/signed-in.ts'
import { HOME, openNewTask, panelOf, waitUntilStored } from '#tests/e2e/worker-phone.ts'

test.use({ cutsNetwork: true })

test('the worker’s screens are installable and work offline, and signing out deletes personal data', async ({
  page,
  context,
}) => {
  const task = await openNewTask(page)
  const link = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await page.request.get(link ?? '')
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  expect(await manifest.json()).toMatchObject({ id: HOME, start_url: HOME, display: 'standalone' })
  await page.evaluate(() => navigator.serviceWorker.ready)
  const readScopes = () =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).sort(),
    )
  await expect.poll(readScopes).toEqual([HOME, '/upload-task-photo'])
  await page.reload()
  await waitUntilStored(page, HOME)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: /^Namaste/ })).toBeVisible()
  await expect(page.getByText('No network. Your work is saved on this phone.')).toBeVisible()
  await context.setOffline(false)
  // Unsent work is kept when another worker signs in, and is sent after its owner's next sign-in.
  await page.route('**/api/work-logs/**', (route) => route.abort())
  await page.goto(`${HOME}?tab=active`)
  await panelOf(page, task).getByRole('button', { name: 'Start work' }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.locator('.worker-foot [data-answer]')).toBeFocused()
  await expect(page.getByText('It stays on this phone')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(page).toHaveURL('/')
  await page.unroute('**/api/work-logs/**')
  await openSession(context, task.worker.email)
  await page.goto(HOME)
  await expect.poll(() => stateOf(task)).toBe('in_progress')
  await waitUntilStored(page, HOME)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  const stored = await page.evaluate(async () => ({
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }))
  // The shop's files and the time of the sign-out stay, because they are not personal.
  expect(stored.caches.filter((name) => !name.startsWith('worker-files-'))).toEqual(['sign-outs'])
  // Signing out creates the list of kept workers by opening it.
  expect(stored.databases.filter((name) => name !== 'kept-workers')).toEqual([])
})
