import { expect, it } from 'vitest'
import { makeTask, makeWorker } from '#db/factories/task.ts'
import { rupees } from '#shop/kernel/money.ts'
import { recordPayments } from '#shop/programme/pay-workers.ts'
import { apiClient } from '#tests/api-client.ts'
import { testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { story } from '#tests/story.ts'

const shop = await testDatabase()
const { call } = apiClient(shop.ctx)
const { asAdmin, makeApprovedTask, payEverything } = await story(shop)

it('lists a worker’s own payments and messages, page by page, without payment addresses', async () => {
  const worker = await makeWorker(asAdmin, { upiId: 'sunita@upi' })
  const other = await makeWorker(asAdmin)
  const tasks = []
  for (const at of [1, 2]) {
    tasks.push(await makeApprovedTask(worker, { paymentAmount: rupees(100 * at) }))
    await makeApprovedTask(other)
    const { lines } = await payEverything()
    const payments = lines.map(({ id }, line) => ({ lineId: id, reference: `UPI${at}${line}` }))
    must(await recordPayments(asAdmin, { payments }))
  }
  const first = await call(worker, 'GET', '/users/me/payouts?limit=1')
  const work = { id: tasks[1], payment_amount: 200 }
  expect(first.body).toMatchObject([{ amount: 200, state: 'paid', work_logs: [work] }])
  expect(JSON.stringify(first.body)).not.toContain('sunita@upi')
  expect(first.headers.get('x-total-count')).toBe('2')
  const cursor = first.body[0].number
  const second = await call(worker, 'GET', `/users/me/payouts?cursor=${cursor}`)
  expect(second.body).toMatchObject([{ amount: 100, reference: expect.stringMatching(/^UPI1/) }])

  await makeTask(asAdmin, worker, { taskName: 'Pack ragi mix', paymentAmount: rupees(50) })
  const { body, headers } = await call(worker, 'GET', '/users/me/messages')
  expect(headers.get('x-total-count')).toBe(`${body.length}`)
  expect(body).toContainEqual(
    expect.objectContaining({ kind: 'paid', payment: expect.objectContaining({ amount: 200 }) }),
  )
  const task = expect.objectContaining({ task_name: 'Pack ragi mix', payment_amount: 50 })
  expect(body).toContainEqual(expect.objectContaining({ kind: 'new_task', work_log: task }))
  const [newest, ...older] = body
  expect((await call(worker, 'GET', `/users/me/messages?cursor=${newest.id}`)).body).toEqual(older)
})
