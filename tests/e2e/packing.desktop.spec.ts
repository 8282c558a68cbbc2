import { DASHBOARD, newOrders, newProduct, setStatus, shortId, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const DESK = `${DASHBOARD}/packing`

const orderParams = (ids: readonly string[]) => ids.map((id) => `&order=${id}`).join('')

test('a packer scans parcels, is warned of a wrong item, and undoes an action within a minute', async ({
  page,
}) => {
  const { id, slug } = await newProduct()
  const { ids } = await newOrders(2, id)
  await signInAdmin(page)
  await page.goto(`${DESK}?stage=confirm${orderParams(ids)}`)
  const boxes = page.getByRole('checkbox', { name: /^Select order/ })
  await boxes.first().uncheck()
  await expect(page.getByText('1 of 2 orders')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('1 order confirmed.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 order put back.')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(3)

  await setStatus(ids, 'processing')
  await page.goto(`${DESK}/${ids[0]}`)
  await expect(page.getByText('1 still to go in.')).toBeVisible()
  await expect(page.getByLabel('Scan or type a code')).toBeFocused()
  await page.keyboard.type('8901234567890\n')
  await expect(page.getByRole('alert')).toHaveText('Not in this order: 8901234567890')
  await page.keyboard.type(`${slug}\n`)
  await expect(page.getByText('Everything is in.')).toBeVisible()
  await page.keyboard.type(`${slug}\n`)
  await expect(page.getByRole('alert')).toContainText('there are enough already')
  await page.getByRole('button', { name: 'Packed, next order' }).click()
  await expect(page.getByText('1 order packed.')).toBeVisible()
})

test('the lines of a carrier’s file are shown before any order changes', async ({ page }) => {
  const { ids } = await newOrders(2)
  await setStatus(ids, 'processing')
  await signInAdmin(page)
  await page.goto(`${DESK}?stage=pack${orderParams(ids)}`)
  await page.getByRole('button', { name: 'Mark as packed' }).click()
  await page.getByRole('link', { name: 'Tracking numbers from a file' }).click()
  const buffer = Buffer.from(`order,waybill\n${shortId(ids[0])},F-${ids[0]}\n${ids[1]},F-${ids[1]}\nx,y\n`)
  await page
    .getByLabel('Carrier’s file, CSV')
    .setInputFiles({ name: 'awb.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('status').getByText('No column names the carrier.')).toBeVisible()
  await page.getByLabel('Carrier where the file names none').selectOption('Delhivery')
  await page.getByRole('button', { name: 'Read these columns' }).click()
  await expect(
    page.getByRole('heading', { name: '2 lines can be shipped, 1 line will be left out' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Mark 2 orders as shipped' }).click()
  await expect(page.getByText('2 orders shipped.')).toBeVisible()
})
