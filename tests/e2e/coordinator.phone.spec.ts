/** A coordinator at 360 px: a template, a task for her whole group, a photo, and the end of her role. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { openSession, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'
import { phonePhoto } from '#tests/pictures.ts'

/** Another one in each try: templates stay. */
const NAME = `Fill coriander pouches ${Date.now() % 10_000}`

/** The demonstration's worker counts 11 and sends the photo of her newest task of this name. */
async function doEleven(page: Page): Promise<void> {
  const context = await page.context().browser()?.newContext({ baseURL: shopOrigin() })
  if (!context) throw new Error('no browser')
  await openSession(context, 'worker@demo.test')
  const { request } = context
  const headers = { origin: shopOrigin() }
  const logs: { id: string; task_name: string }[] = await (await request.get('/api/work-logs')).json()
  const { id } = logs.find((log) => log.task_name === NAME) ?? { id: '' }
  await request.put(`/api/work-logs/${id}`, { data: { status: 'in_progress' }, headers })
  await request.post(`/api/work-logs/${id}/counts`, {
    data: { steps: [{ id: crypto.randomUUID(), step: 11 }] },
    headers,
  })
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(4711) }
  const sent = await request.post(`/api/work-logs/${id}/photo`, { multipart: { photo }, headers })
  expect(sent.status()).toBe(200)
  await context.close()
}

async function check(page: Page, state: string): Promise<void> {
  await expectAccessible(page, state)
  await expectNoSidewaysScroll(page)
}

test('a coordinator gives a task to her group in one go, and pays for 11 of 50', async ({
  page,
  context,
}) => {
  test.slow()
  await openSession(context, 'coordinator@demo.test')
  await page.goto('/coordinator')
  await expect(page.getByRole('heading', { name: 'Your groups' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Shakti group')
  await check(page, 'groups')

  await page.getByRole('link', { name: 'Templates' }).tap()
  await page.getByRole('link', { name: 'New template' }).tap()
  await page.getByLabel('Name', { exact: true }).fill(NAME)
  await page.getByLabel('Pay for one in rupees').fill('0.5')
  await page.getByLabel('Minutes for one').fill('1')
  await page.getByRole('button', { name: 'Save template' }).tap()
  await expect(page.getByLabel('Pay for one in rupees')).toHaveAccessibleDescription(/least per hour/)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(NAME)
  await check(page, 'pays too little')
  await page.getByLabel('Pay for one in rupees').fill('4')
  await page.getByRole('button', { name: 'Save template' }).tap()
  await expect(page.getByText('Template saved')).toBeVisible()
  await check(page, 'templates')

  await page.getByRole('link', { name: 'Groups', exact: true }).tap()
  await page.getByRole('link', { name: /Annapurna group/ }).tap()
  await expect(page.getByRole('heading', { name: 'Annapurna group' })).toBeVisible()
  await check(page, 'group')
  await page.getByRole('link', { name: 'Give a task' }).tap()
  await page.getByRole('link', { name: new RegExp(NAME) }).tap()
  await page.getByLabel('How many packets in all').fill('99')
  await page.getByRole('button', { name: 'Share out equally' }).tap()
  await expect(page.getByLabel('Kamala Patil')).toHaveValue('50')
  await page.getByLabel('Kamala Patil').fill('30')
  await page.getByLabel('Sunita Devi').fill('50')
  await expect(page.getByRole('status').filter({ hasText: '2 tasks' })).toHaveText(
    '2 tasks, 80 packets: ₹320',
  )
  await check(page, 'shares')
  await page.getByRole('button', { name: 'Give', exact: true }).tap()
  await expect(page.getByText('The tasks are given. Each worker is told.')).toBeVisible()
  const sunita = page.getByRole('listitem').filter({ hasText: 'Sunita Devi' }).first()
  await expect(sunita).toContainText('0 of 50 packets')

  await doEleven(page)
  await page.goto('/coordinator/photos')
  const card = page.getByRole('article', { name: NAME })
  await expect(card).toContainText('11 by the worker')
  const accepted = card.getByLabel('Accepted of 50 packets')
  await expect(accepted).toHaveValue('11')
  await expect(card).toContainText('Pays ₹44 of ₹200')
  await check(page, 'a photo')
  await card.getByText('4 stars').tap()
  await card.getByRole('button', { name: 'Approve' }).tap()
  await expect(page.getByText('Task approved successfully!')).toBeVisible()
  await page.getByRole('link', { name: 'Approved', exact: true }).tap()
  await expect(card).toContainText('11 of 50')
  await expect(card).toContainText('₹44')
})

test('a role that is taken away ends with the next page', async ({ page, context }) => {
  await openSession(context, 'coordinator@demo.test')
  const owned = await shopDatabase().selectFrom('coordinatorGroups').selectAll().execute()
  await page.goto('/coordinator')
  await shopDatabase().deleteFrom('coordinatorGroups').execute()
  try {
    const answer = await page.goto('/coordinator/photos')
    expect(answer?.status()).toBe(403)
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  } finally {
    await shopDatabase().insertInto('coordinatorGroups').values(owned).execute()
  }
})
