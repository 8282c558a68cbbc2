/** A coordinator at 360 px: the group and its templates. */
import { randomUUID } from 'node:crypto'
import { newCoordinator, newGroup } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession } from '#tests/e2e/signed-in.ts'
import { phonePhoto } from '#tests/pictures.ts'

test('a coordinator sees only their own group, and can save only templates that pay enough', async ({
  page,
  context,
}) => {
  const [group, other] = [await newGroup(), await newGroup()]
  await openSession(context, await newCoordinator(group))
  await page.goto('/coordinator')
  await expect(page.getByRole('heading', { name: 'Your groups' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(group.name)
  await expect(page.getByRole('main')).not.toContainText(other.name)

  const name = `Fill pouches ${randomUUID().slice(0, 8)}`
  await page.getByRole('link', { name: 'Templates' }).tap()
  await page.getByRole('link', { name: 'New template' }).tap()
  await page.getByLabel('Name (optional)').fill(name)
  await page.getByLabel('Pay for one in rupees').fill('0.5')
  await page.getByLabel('Minutes for one').fill('1')
  const photo = { name: 'packets.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(40, 900) }
  await page.getByLabel('Picture of how it should look').setInputFiles(photo)
  await page.getByRole('button', { name: 'Save template' }).tap()
  await expect(page.getByLabel('Pay for one in rupees')).toHaveAccessibleDescription(/minimum per hour/)
  await expect(page.getByLabel('Name (optional)')).toHaveValue(name)
  // The refused form keeps the picture, so that it need not be chosen again.
  await expect(page.getByRole('img', { name: 'The picture that was chosen' })).toBeVisible()
  await page.getByLabel('Picture of how it should look').setInputFiles([])
  await page.getByLabel('Pay for one in rupees').fill('4')
  await page.getByRole('button', { name: 'Save template' }).tap()
  await expect(page.getByText('Template saved')).toBeVisible()
  const template = page.getByRole('listitem').filter({ hasText: name })
  await expect(template.locator('img')).toBeVisible()
  await template.getByRole('link', { name: 'Change' }).tap()
  const file = page.getByLabel('Another picture')
  await file.setInputFiles({ ...photo, buffer: Buffer.from('no picture') })
  await page.getByRole('button', { name: 'Save template' }).tap()
  await expect(file).toHaveAccessibleDescription(/valid image file/)
})
