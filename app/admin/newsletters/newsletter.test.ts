import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { action } from '#app/admin/newsletters/newsletter.tsx'
import { type RequestContext, requestContext } from '#app/request/context.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import { makeSubscriber } from '#db/factories/subscriber.ts'
import { makeUser } from '#db/factories/user.ts'
import { createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { createNewsletter, removeNewsletter, sendNewsletter } from '#shop/newsletters/manage-newsletter.ts'
import { countAudience, findNewsletter } from '#shop/newsletters/newsletters.read.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { must } from '#tests/must.ts'
import { readJobs } from '#tests/queued.ts'

const { db, ctx } = await testDatabase()
const [admin, other] = [
  await makeUser(db, { staffRole: 'owner' }),
  await makeUser(db, { staffRole: 'owner' }),
]
const limits = createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET })

const TEXT = {
  subject: 'Ragi',
  preheader: '',
  body: 'It is harvested.',
  ordered: 'any',
  state: 'all',
} as const

async function draft() {
  return must(await createNewsletter(ctx(admin), { ...TEXT, days: null }))
}

/** Sends the draft to all subscribers, even soon after another newsletter. */
async function send(draft: { newsletterId: string; seenAt: Date }) {
  await makeSubscriber(db)
  const recipients = await countAudience(db, { ...TEXT, days: null }, NOW)
  must(await sendNewsletter(ctx(admin), { ...draft, recipients, despitePromise: true }))
}

/** Posts the form of a draft. Returns the status, and the location or the data of the response. */
async function post(id: string, fields: Record<string, string>, actor = admin) {
  const body = new URLSearchParams({ ...TEXT, days: '', seenAt: String(NOW.getTime()), ...fields })
  const request = new Request(`http://shop.test/admin/dashboard/newsletters/${id}`, { method: 'POST', body })
  const staffCtx = ctx(actor) as StaffCtx
  const context = new RouterContextProvider()
  context.set(staffContext, staffCtx)
  context.set(requestContext, { ctx: staffCtx, limits } as unknown as RequestContext)
  const answer = await action({ request, params: { id }, context } as unknown as Parameters<typeof action>[0])
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get('location') }
  return { status: answer.init?.status, ...answer.data }
}

it('limits an admin to ten test emails an hour, and saves the draft even then', async () => {
  const { id } = await draft()
  const count = (await readJobs(db, 'newsletter-test')).length
  for (let test = 0; test < 10; test += 1)
    expect(await post(id, { intent: 'test' })).toMatchObject({ status: 303 })
  const refusal = await post(id, { intent: 'test', subject: 'Ragi again' })
  expect(refusal).toMatchObject({ status: 429, values: { subject: 'Ragi again' } })
  expect(refusal).toHaveProperty('message', expect.stringContaining('no test was sent'))
  expect(await readJobs(db, 'newsletter-test')).toHaveLength(count + 10)
  expect(await findNewsletter(db, id)).toMatchObject({ subject: 'Ragi again' })
  expect(await post(id, { intent: 'test', subject: 'Ragi again' }, other)).toMatchObject({ status: 303 })
})

it('returns the typed text if the draft is invalid, incomplete or has been sent', async () => {
  const { id, updatedAt: seenAt } = await draft()
  const typed = { body: 'Mine' }
  expect(await post(id, { ...typed, intent: 'save', ordered: 'yes' })).toMatchObject({
    status: 422,
    problems: { days: expect.any(String) },
    values: typed,
  })
  expect(await post(id, { ...typed, intent: 'test', subject: '' }, other)).toMatchObject({
    status: 422,
    values: typed,
  })
  await post(id, { intent: 'save' })
  await send({ newsletterId: id, seenAt })
  expect(await post(id, { ...typed, intent: 'save' })).toMatchObject({
    status: 409,
    message: 'This newsletter is being sent or has been sent already.',
    values: typed,
  })
})

it('returns the text typed into a draft that was deleted in the meantime, and offers to save it as a new draft', async () => {
  const { id } = await draft()
  await removeNewsletter(ctx(other), id, NOW)
  const answer = await post(id, { intent: 'save', body: 'Mine' })
  expect(answer).toMatchObject({ status: 404, values: { body: 'Mine', subject: 'Ragi' }, seenAt: null })
  expect(answer).toHaveProperty('message', expect.stringContaining('can be saved as a new draft'))
})

it('copies a newsletter as a new draft, and resumes a stopped one', async () => {
  const { id, updatedAt: seenAt } = await draft()
  await send({ newsletterId: id, seenAt })
  const copied = await post(id, { intent: 'copy' })
  expect(copied).toMatchObject({ status: 303, to: expect.stringContaining('?done=copied') })
  expect(await post(id, { intent: 'resume' })).toMatchObject({ status: 409 })
  await post(id, { intent: 'stop' })
  expect(await post(id, { intent: 'resume' })).toMatchObject({ to: expect.stringContaining('?done=resumed') })
})
