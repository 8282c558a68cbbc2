/** A coordinator's pages on a phone without a network: the connection is really cut and the browser closed. */
import { expectAccessible } from '#tests/e2e/axe.ts'
import { approve, cardOf, newPhotos, storePhotos } from '#tests/e2e/coordinator-photos.ts'
import { withPhone } from '#tests/e2e/phone-network.ts'
import { rowOf, stateOf, type Task } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { shopDatabase } from '#tests/e2e/signed-in.ts'
import { dispatchSync } from '#tests/e2e/worker-phone.ts'

test.use({ cutsNetwork: true })

test('decisions that were made offline in a restarted browser are each sent once, without an open page', async () => {
  const { group, tasks, email } = await newPhotos(2)
  const [approvedTask, rejectedTask] = tasks as [Task, Task]
  await withPhone(async (phone) => {
    await storePhotos(await phone.open(), email, 2)
    await phone.cut()
    await phone.close()

    const page = await phone.open()
    await page.goto('/coordinator')
    await expect(page.getByText('No network. What you see was here before.')).toBeVisible()
    await page.getByRole('link', { name: new RegExp(group.name) }).tap()
    await expect(page.getByRole('heading', { level: 1, name: group.name })).toBeVisible()
    await page.getByRole('link', { name: /^Photos/ }).tap()
    const photo = cardOf(page, approvedTask).locator('.approval-photo img')
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await approve(page, approvedTask, '50')
    await cardOf(page, approvedTask).getByRole('button', { name: 'Change my answer' }).tap()
    await approve(page, approvedTask, '11')
    await cardOf(page, rejectedTask).locator('summary').tap()
    await cardOf(page, rejectedTask).getByLabel('Reason', { exact: true }).selectOption('quality')
    await cardOf(page, rejectedTask).getByRole('button', { name: 'Reject and return the task' }).tap()
    await expect(page.getByText('2 answers wait on this phone')).toBeVisible()
    await expectAccessible(page, 'two answers wait')
    await page.reload()
    await expect(cardOf(page, approvedTask).getByText('Saved on this phone.')).toBeVisible()
    await expect(cardOf(page, approvedTask).getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign Out' }).tap()
    await expect(page.getByText('Something is not sent yet.')).toBeVisible()
    expect(await stateOf(approvedTask)).toBe('pending_review')

    await page.goto('about:blank')
    await phone.restore()
    await dispatchSync(page, '/coordinator', async () => (await stateOf(rejectedTask)) === 'returned')
    expect(await rowOf(approvedTask)).toMatchObject({
      state: 'approved',
      approvedQuantity: 11,
      paymentAmount: 4400,
    })
    const pay = shopDatabase().selectFrom('payEntries').select(['kind', 'amount'])
    const earned = await pay.where('workLogId', '=', approvedTask.id).execute()
    expect(earned).toEqual([{ kind: 'earned', amount: 4400 }])
    await page.goto('/coordinator/photos')
    await expect(page.getByText('answers wait on this phone')).toHaveCount(0)
    await expect(cardOf(page, approvedTask)).toHaveCount(0)
  })
})
