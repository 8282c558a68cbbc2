/** Creates people and tasks of the programme for one test, in the database of these tests' shop. */
import { randomUUID } from 'node:crypto'
import { makeUser } from '#db/factories/user.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { workerInput } from '#shop/programme/input.ts'
import type { Language } from '#shop/programme/worker.ts'
import { saveWorker } from '#shop/programme/workers.sql.ts'
import { expect } from '#tests/e2e/shop-page.ts'
import { requestAsAdmin, sessionCookie, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'
import { phonePhoto } from '#tests/pictures.ts'

export type Group = { id: string; name: string }
export type Worker = { id: string; email: string; fullName: string; phone: string }
export type Task = { id: string; name: string; worker: Worker }

export function newGroup(): Promise<Group> {
  return shopDatabase()
    .insertInto('shgGroups')
    .values({ name: `Group ${randomUUID().slice(0, 8)}`, place: 'Dharwad', createdAt: new Date() })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

/** Creates a coordinator of these groups. Returns the email address. */
export async function newCoordinator(...groups: Group[]): Promise<string> {
  const { id: userId, email } = await makeUser(shopDatabase(), { fullName: 'Meera Naik' })
  const rows = groups.map(({ id: groupId }) => ({ groupId, userId }))
  await shopDatabase().insertInto('coordinatorGroups').values(rows).execute()
  return email
}

let phoneNumberCount = 0

/**
 * Returns a phone number that no other process of these tests uses. It contains the process id; ids of one run
 * are close.
 */
export function newPhoneNumber(): string {
  phoneNumberCount += 1
  return `9${String(process.pid % 100_000).padStart(5, '0')}${String(phoneNumberCount).padStart(4, '0')}`
}

export async function newWorker({
  language = 'en',
  group,
  password,
}: {
  language?: Language
  group?: Pick<Group, 'id'>
  password?: string
} = {}): Promise<Worker> {
  const db = shopDatabase()
  const phone = newPhoneNumber()
  const fullName = `Savita ${randomUUID().slice(0, 8)}`
  const { id, email } = await makeUser(db, { isWorker: true, fullName, ...(password && { password }) })
  const details = workerInput.parse({
    language,
    phone,
    groupId: group?.id ?? null,
    upiId: `${phone}@okbank`,
  })
  await saveWorker(db, id, details, new Date())
  return { id, email, fullName, phone }
}

/** Creates a task of the worker: 3 boxes for ₹120. `fields` of the API override this. */
export async function newTask(worker: Worker, fields: object = {}): Promise<Task> {
  const name = `Pack ${randomUUID().slice(0, 8)}`
  const response = await requestAsAdmin('POST', '/work-logs', {
    user_id: worker.id,
    task_name: name,
    task_description: 'Count twice.',
    task_type: 'packing',
    quantity: 3,
    unit: 'boxes',
    payment_amount: 120,
    completion_deadline: new Date(Date.now() + 3 * DAY_MS).toISOString(),
    ...fields,
  })
  expect(response.status).toBe(201)
  return { id: (await response.json()).id, name, worker }
}

/** Starts the task and sends a photo, as the worker's phone does. */
export async function startAndSendPhoto(task: Task): Promise<void> {
  const headers = { cookie: await sessionCookie({ email: task.worker.email }), origin: shopOrigin() }
  const start = { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' } }
  const body = JSON.stringify({ status: 'in_progress' })
  const response = await fetch(`${shopOrigin()}/api/work-logs/${task.id}`, { ...start, body })
  expect(response.status).toBe(200)
  await sendPhoto(task)
}

/** Sends a photo of a task that was started or returned. */
export async function sendPhoto({ id, worker }: Task): Promise<void> {
  const headers = { cookie: await sessionCookie({ email: worker.email }), origin: shopOrigin() }
  const path = `${shopOrigin()}/api/work-logs/${id}/photo`
  const form = new FormData()
  const { buffer } = await photoFile(600)
  form.set('photo', new Blob([new Uint8Array(buffer)], { type: 'image/jpeg' }), 'p.jpg')
  expect((await fetch(path, { method: 'POST', headers, body: form })).status).toBe(200)
}

/** Creates a task of 50 packets for ₹200 whose photo waits for the group's coordinators. */
export async function newSubmittedTask(group: Group): Promise<Task> {
  const task = await newTask(await newWorker({ group }), {
    quantity: 50,
    unit: 'packets',
    payment_amount: 200,
  })
  await startAndSendPhoto(task)
  return task
}

/** Returns the task's row in the database. */
export function rowOf({ id }: Pick<Task, 'id'>) {
  return shopDatabase()
    .selectFrom('workLogs')
    .select([
      'state',
      'progressCount',
      'claimedQuantity',
      'approvedQuantity',
      'paymentAmount',
      'rejectionPreset',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

export const stateOf = async (task: Pick<Task, 'id'>) => (await rowOf(task)).state
export const countOf = async (task: Pick<Task, 'id'>) => (await rowOf(task)).progressCount

/** Returns a unique photo. */
export async function photoFile(pixels: number) {
  return {
    name: 'p.jpg',
    mimeType: 'image/jpeg',
    buffer: await phonePhoto(Number(newPhoneNumber()) % 2 ** 28, pixels),
  }
}
