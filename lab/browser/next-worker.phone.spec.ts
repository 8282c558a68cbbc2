/** Another worker signs in on a phone with a queue. */
import { alive } from '#tests/e2e/alive.ts'
import { withPhone } from '#tests/e2e/phone-network.ts'
import { countOf, newTask, newWorker, stateOf } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession, requestAsAdmin } from '#tests/e2e/signed-in.ts'
import {
  HOME,
  makeFirstVisit,
  newLongTask,
  panelOf,
  photoPath,
  startAndCount,
  waitUntilStored,
} from '#tests/e2e/worker-phone.ts'

test.use({ cutsNetwork: true })

test('the phone sends the queue for its owner only and deletes the screens of another worker', async () => {
  const task = await newLongTask()
  const { worker } = task
  const withdrawn = await newTask(worker)
  await withPhone(async (phone) => {
    const page = await makeFirstVisit(phone, task)
    await waitUntilStored(page, photoPath(withdrawn))
    await phone.cut()
    await startAndCount(page, task)
    await panelOf(page, withdrawn).getByRole('button', { name: 'Start work' }).click()
    await expect(page.getByText('Still to be sent: started 2 · count +11')).toBeVisible()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await page.getByRole('button', { name: 'Sign out anyway' }).click()
    await expect(page.getByRole('heading', { name: 'No network' }).first()).toBeVisible()
    expect((await requestAsAdmin('DELETE', `/work-logs/${withdrawn.id}`)).status).toBe(200)
    await phone.restore()
    // The session ends with the next request.
    await page.goto(HOME)
    await expect(page.getByText('Still to be sent: 4. Safe on this phone.')).toBeVisible()

    await openSession(page.context(), (await newWorker()).email)
    await page.goto(HOME)
    await expect(page.getByRole('heading', { level: 1, name: /^Namaste/ })).toBeVisible()
    // Only scripts delete data on the phone, so wait until they run.
    await alive(page)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText(task.name)).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')
    expect(await stateOf(task)).toBe('pending')

    await phone.cut()
    await page.goto(HOME)
    await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible()
    await expect(page.getByText('Still to be sent: 4. Safe on this phone.')).toBeVisible()
    await phone.restore()
    await openSession(page.context(), worker.email)
    await page.goto(`${HOME}?tab=active`)
    await expect.poll(() => countOf(task)).toBe(11)
    const refused = page.getByRole('alert').filter({ hasText: withdrawn.name })
    await expect(refused).toContainText('This work has been taken back. You don’t need to do anything.')
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByText(withdrawn.name)).toHaveCount(0)
    await expect(page.getByText('Still to be sent')).toHaveCount(0)
  })
})
