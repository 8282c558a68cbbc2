import { DASHBOARD, newOrders, setStatus, short, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const DESK = `${DASHBOARD}/packing`

const among = (ids: readonly string[]) => ids.map((id) => `&order=${id}`).join('')

test('parcels are checked by scanner, a wrong item is said, and an action is undone within its minute', async ({
  page,
}) => {
  const { ids } = await newOrders(2)
  await signInAdmin(page)
  await page.goto(`${DESK}?stage=confirm${among(ids)}`)
  const boxes = page.getByRole('checkbox', { name: /^Select order/ })
  await boxes.first().uncheck()
  await expect(page.getByText('1 of 2 orders')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('1 order confirmed.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 order put back.')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(3)

  await setStatus(ids, 'processing')
  for (const id of ids) {
    await page.goto(`${DESK}/${id}`)
    await expect(page.getByText('1 still to go in.')).toBeVisible()
    await expect(page.getByLabel('Scan or type a code')).toBeFocused()
    await page.keyboard.type('8901234567890\n')
    await expect(page.getByRole('alert')).toHaveText('Not in this order: 8901234567890')
    await page.keyboard.type('ragi-mix\n')
    await expect(page.getByText('Everything is in.')).toBeVisible()
    await page.keyboard.type('ragi-mix\n')
    await expect(page.getByRole('alert')).toContainText('there are enough already')
    await page.getByRole('button', { name: 'Packed, next order' }).click()
    await expect(page.getByText('1 order packed.')).toBeVisible()
  }
})

test('a carrier’s file is shown line by line before anything changes', async ({ page }) => {
  const { ids } = await newOrders(2)
  await setStatus(ids, 'processing')
  await signInAdmin(page)
  await page.goto(`${DESK}?stage=pack${among(ids)}`)
  await page.getByRole('button', { name: 'Mark as packed' }).click()
  await page.getByRole('link', { name: 'Tracking numbers from a file' }).click()
  const upload = async (text: string, encoding: BufferEncoding = 'utf8') => {
    const buffer = Buffer.from(text, encoding)
    await page
      .getByLabel('Carrier’s file, CSV')
      .setInputFiles({ name: 'awb.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Check the file' }).click()
  }
  await upload('name,phone\nA,1\n')
  await expect(page.getByText(/missing: the order .* and the number/)).toBeVisible()
  await upload(
    `\ufeffOrder ID;AWB No.;Courier\n${ids[0]};F-${ids[0]};DTDC\n${ids[1]};F-${ids[0]};DTDC\nffffffffff;F-3;\n`,
  )
  await expect(page.getByText('This number is in the file twice')).toHaveCount(2)
  await expect(page.getByText('There’s no such order')).toBeVisible()
  await upload(`\ufeffOrder ID\tAWB\tWaybill\n${ids[0]}\tA-${ids[0]}\tW-${ids[0]}\n`, 'utf16le')
  await expect(page.getByText('The tracking number can be in “AWB” (column 2) or “Waybill”')).toBeVisible()
  await page.getByLabel('The tracking number').selectOption({ index: 2 })
  await page.getByRole('button', { name: 'Read these columns' }).click()
  await expect(page.getByRole('cell', { name: `W-${ids[0]}` })).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 line can be shipped' })).toBeVisible()
  await upload(`order,waybill\n${short(ids[0])},F-${ids[0]}\n${ids[1]},F-${ids[1]}\nx,y\n`)
  await expect(
    page.getByRole('heading', { name: '2 lines can be shipped, 1 line will be left out' }),
  ).toBeVisible()
  await expectAccessible(page, 'lines of a file')
  await page.getByRole('button', { name: 'Mark 2 orders as shipped' }).click()
  await expect(page.getByText('2 orders shipped.')).toBeVisible()
})
