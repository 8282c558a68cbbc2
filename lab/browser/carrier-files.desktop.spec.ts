/** Files of carriers with ambiguous columns or faulty lines. */
import { DASHBOARD, newOrders, setStatus, shortId, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const DESK = `${DASHBOARD}/packing`

const orderParams = (ids: readonly string[]) => ids.map((id) => `&order=${id}`).join('')

test('the packing page shows a carrier’s file line by line before it changes an order', async ({ page }) => {
  const { ids } = await newOrders(2)
  await setStatus(ids, 'processing')
  await signInAdmin(page)
  await page.goto(`${DESK}?stage=pack${orderParams(ids)}`)
  await page.getByRole('button', { name: 'Mark as packed' }).click()
  await page.getByRole('link', { name: 'Tracking numbers from a file' }).click()
  const upload = async (text: string, encoding: BufferEncoding = 'utf8') => {
    const buffer = Buffer.from(text, encoding)
    await page
      .getByLabel('Carrier’s file, CSV')
      .setInputFiles({ name: 'awb.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Check the file' }).click()
  }
  const expectQuestion = (text: string | RegExp) =>
    expect(page.getByRole('status').getByText(text)).toBeVisible()
  await upload(
    `\ufeffOrder ID;AWB No.;Courier\n${ids[0]};F-${ids[0]};DTDC\n${ids[1]};F-${ids[0]};DTDC\nffffffffff;F-3;\n`,
  )
  await expect(page.getByText('Another line has this tracking number')).toHaveCount(2)
  await expect(page.getByText('There’s no such order')).toBeVisible()
  await upload('Order ID,AWB,Courier\na1b2c3d4\n1.23E+71,A1,DTDC\n')
  await expect(page.getByText('“AWB” (column 2): the line ends before this column.')).toBeVisible()
  await expect(page.getByText('“Order ID” (column 1): “1.23E+71” is what a spreadsheet')).toBeVisible()

  const aggregator = (number: string) =>
    `\ufeffOrder ID\tChannel Order ID\tAWB Code\tShipped through\n77\t${ids[0]}\t${number}\tDelhivery Surface\n`
  await upload(aggregator(`A-${ids[0]}`), 'utf16le')
  await expectQuestion('The order can be in “Order ID” (column 1) or “Channel Order ID” (column 2).')
  await expectQuestion('The carrier is in no column with a usual heading.')
  await expectAccessible(page, 'columns of a file')
  await page.getByLabel('The order').selectOption({ index: 2 })
  await page.getByLabel('The carrier').selectOption({ label: 'In no column' })
  await page.getByRole('button', { name: 'Read these columns' }).click()
  await expectQuestion('No column names the carrier.')
  await page.getByLabel('The carrier').selectOption({ index: 5 })
  await page.getByRole('button', { name: 'Read these columns' }).click()
  await expect(page.getByRole('cell', { name: `A-${ids[0]} Delhivery Surface` })).toBeVisible()
  await expect(page.getByText('Columns that are not read: “Order ID” (column 1).')).toBeVisible()
  await upload(aggregator(`B-${ids[0]}`))
  await expect(page.getByRole('cell', { name: `B-${ids[0]} Delhivery Surface` })).toBeVisible()
  await page.getByRole('button', { name: 'Choose other columns' }).click()
  await expect(page.getByLabel('The order')).toHaveValue('1')

  await upload(`order,waybill\n${shortId(ids[0])},F-${ids[0]}\n${ids[1]},F-${ids[1]}\nx,y\n`)
  await expectQuestion('No column names the carrier.')
  await page.getByLabel('Carrier where the file names none').selectOption('Delhivery')
  await page.getByRole('button', { name: 'Read these columns' }).click()
  await expect(
    page.getByRole('heading', { name: '2 lines can be shipped, 1 line will be left out' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Mark 2 orders as shipped' }).click()
  await expect(page.getByText('2 orders shipped.')).toBeVisible()
})
