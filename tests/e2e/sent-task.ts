/** A worker's task with a photo, for tests of coordinators' pages. */
import { randomUUID } from 'node:crypto'
import { makeUser } from '#db/factories/user.ts'
import { expect } from '#tests/e2e/shop-page.ts'
import { asAdmin, sessionCookie, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'
import { photoFile } from '#tests/e2e/worker-phone.ts'

export type Sent = { id: string; name: string }

/** A task of 50 packets for ₹200 whose photo waits for the coordinator of its worker's group. */
export async function sentTask(email = 'worker@demo.test'): Promise<Sent> {
  const cookie = await sessionCookie({ email })
  const headers = { cookie, origin: shopOrigin() }
  const { id: userId } = await makeUser(shopDatabase(), { email })
  const name = `Fill ${randomUUID().slice(0, 8)}`
  const made = await asAdmin('POST', '/work-logs', {
    user_id: userId,
    task_name: name,
    task_description: '',
    task_type: 'packing',
    quantity: 50,
    unit: 'packets',
    payment_amount: 200,
    completion_deadline: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  })
  const { id } = await made.json()
  const json = { ...headers, 'content-type': 'application/json' }
  const path = `${shopOrigin()}/api/work-logs/${id}`
  await fetch(path, { method: 'PUT', headers: json, body: JSON.stringify({ status: 'in_progress' }) })
  const form = new FormData()
  const { buffer } = await photoFile(600)
  form.set('photo', new Blob([new Uint8Array(buffer)], { type: 'image/jpeg' }), 'p.jpg')
  expect((await fetch(`${path}/photo`, { method: 'POST', headers, body: form })).status).toBe(200)
  return { id, name }
}
