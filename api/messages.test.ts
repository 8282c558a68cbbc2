import { describe, expect, it } from 'vitest'
import { createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { apiClient } from '#tests/api-client.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'
import { readJobs } from '#tests/queued.ts'
import { rowsOf } from '#tests/rows.ts'

const { db, ctx } = await testDatabase()
const { call } = apiClient(ctx)
const limitedClient = apiClient(ctx, {
  limits: createRateLimiter(db, { enabled: true, now: () => NOW, secret: SECRET }),
})
const QUESTION = {
  name: 'Ananya Rao',
  email: 'Ananya@Example.test',
  subject: 'bulk-order',
  message: 'Forty boxes for a reading room.',
}

describe('POST /contact-messages', () => {
  const send = (body: object) => call(VISITOR, 'POST', '/contact-messages', { body })

  it('stores the message once, and answers duplicates with the same ticket', async () => {
    const first = await send({ ...QUESTION, side: 'hydration' })
    expect(first).toMatchObject({ status: 201, body: { ticket: expect.stringMatching(/^T-\d{6}$/) } })
    expect(await send({ ...QUESTION, side: 'hydration' })).toMatchObject({ status: 201, body: first.body })
    const stored = await rowsOf(db, 'contactMessages', { side: 'hydration' })
    expect(stored).toMatchObject([{ ...QUESTION, email: 'ananya@example.test' }])
    const acknowledged = await readJobs(db, 'contact-acknowledgement')
    expect(acknowledged.filter(({ messageId }) => messageId === stored[0]?.id)).toHaveLength(1)
  })

  it('refuses a line break in the name, and names each missing field', async () => {
    const injected = { ...QUESTION, name: 'Ananya\r\nBcc: all@example.test' }
    expect(await send(injected)).toMatchObject({
      status: 422,
      body: { fields: { name: expect.any(String) } },
    })
    expect(await send({ email: 'nobody' })).toMatchObject({
      status: 422,
      body: {
        fields: {
          name: 'Please enter your name',
          email: expect.any(String),
          subject: 'Please choose a subject',
          message: 'Please enter your message',
        },
      },
    })
  })

  it('is limited by network', async () => {
    const from = { 'x-real-ip': '203.0.113.5' }
    const send = () =>
      limitedClient.call(VISITOR, 'POST', '/contact-messages', { body: QUESTION, headers: from })
    for (let count = 0; count < 10; count++) expect((await send()).status).toBe(201)
    const refused = await send()
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(refused.headers.get('ratelimit-remaining')).toBe('0')
  })
})

describe('POST /newsletter-subscriptions', () => {
  const subscribe = (email: string) => call(VISITOR, 'POST', '/newsletter-subscriptions', { body: { email } })

  it('gives the same answer for new and known addresses; a subscription stays pending until it is confirmed', async () => {
    const first = await subscribe('Reader@Example.test')
    expect(first).toMatchObject({ status: 202, body: { status: 'mailed' } })
    expect((await subscribe('reader@example.test')).body).toEqual(first.body)
    const stored = await db.selectFrom('newsletterSubscriptions').selectAll().execute()
    expect(stored).toEqual([expect.objectContaining({ email: 'reader@example.test', status: 'pending' })])
    expect(await readJobs(db, 'newsletter-confirmation')).toHaveLength(1)
  })

  it('refuses invalid addresses', async () => {
    expect(await subscribe('a@b\nBcc: c@d.test')).toMatchObject({ status: 422, body: { fields: {} } })
  })
})
