/** A coordinator sends messages to workers. */
import { newCoordinator, newGroup, newTask, newWorker, type Worker } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession, shopOrigin } from '#tests/e2e/signed-in.ts'
import { HOME } from '#tests/e2e/worker-phone.ts'

/** Creates a task whose texts the shop has in Hindi. */
const newTranslatedTask = (worker: Worker) =>
  newTask(worker, {
    task_name: 'Clean millet',
    task_type: 'production',
    quantity: 20,
    unit: 'kg',
    payment_amount: 300,
    completion_deadline: `${new Date().getFullYear() + 1}-11-24T18:29:59Z`,
  })

test('a coordinator sends each worker of the group one text, marks it as sent and undoes the mark', async ({
  page,
  context,
}) => {
  const [group, other] = [await newGroup(), await newGroup()]
  const worker = await newWorker({ language: 'hi', group })
  const stranger = await newWorker({ language: 'hi', group: other })
  for (const person of [worker, worker, stranger]) await newTranslatedTask(person)
  await openSession(context, await newCoordinator(group))
  await page.goto('/coordinator')
  await page.getByRole('link', { name: /Messages: \d+/ }).tap()
  await expect(page.getByRole('heading', { name: 'Messages to send' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(stranger.fullName)
  const row = page.getByRole('listitem').filter({ hasText: worker.fullName })
  const link = await row.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')
  const { host, pathname, searchParams } = new URL(link ?? '')
  expect([host, pathname]).toEqual(['wa.me', `/91${worker.phone}`])
  const text = [
    'नमस्ते Savita जी,',
    '• नया काम: अनाज साफ़ करना: 20 किलो, ₹300 मिलेंगे, 24 नवंबर तक',
    '• नया काम: अनाज साफ़ करना: 20 किलो, ₹300 मिलेंगे, 24 नवंबर तक',
    `अपना काम देखें: ${shopOrigin()}${HOME}`,
  ].join('\n')
  expect(searchParams.get('text')).toBe(text)
  const sms = (await row.getByRole('link', { name: /SMS/ }).getAttribute('href')) ?? ''
  expect(sms).toBe(`sms:+91${worker.phone}?body=${encodeURIComponent(text)}`)
  await expect(row.locator('[lang=hi]')).toHaveText(text)

  await row.getByRole('button', { name: /^Sent/ }).tap()
  await expect(page.getByText('Marked as sent.')).toBeVisible()
  const sentRow = page.getByRole('listitem').filter({ hasText: worker.fullName })
  await expect(sentRow).toContainText(/Sent by .*: new task/)
  await sentRow.getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByText('These messages wait again.')).toBeVisible()
  await expect(row.getByRole('link', { name: /WhatsApp/ })).toBeVisible()
})
