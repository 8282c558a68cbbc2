import { describe, expect, it } from 'vitest'
import type { ContactMessageInput } from '#shop/messages/input.ts'
import { findContactMessage } from '#shop/messages/messages.read.ts'
import { acknowledgeContactMessage, sendContactMessage } from '#shop/messages/send-contact-message.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx } = await testDatabase()

const QUESTION: ContactMessageInput = {
  side: 'hydration',
  name: 'Ananya Rao',
  email: 'ananya@example.test',
  subject: 'bulk-order',
  message: 'Forty boxes for a reading room.',
}

async function jobsOf(messageId: string): Promise<string[]> {
  const rows = await db
    .withoutPlugins()
    .selectFrom('pgboss.job' as never)
    .selectAll()
    .execute()
  const jobs = rows as { name: string; data: { messageId?: string } }[]
  return jobs.filter((job) => job.data.messageId === messageId).map((job) => job.name)
}

async function messages(email: string) {
  return db
    .selectFrom('contactMessages')
    .selectAll()
    .where('email', '=', email)
    .orderBy('createdAt')
    .execute()
}

describe('sendContactMessage', () => {
  it('stores the message with a ticket and queues both emails', async () => {
    const { ticket } = await sendContactMessage(ctx(), QUESTION)
    expect(ticket).toMatch(/^T-\d{6}$/)
    const [stored] = await messages(QUESTION.email)
    expect(stored).toMatchObject({ ...QUESTION, ticket, createdAt: NOW, acknowledgedAt: null })
    expect((await jobsOf(stored?.id ?? '')).sort()).toEqual(['contact-acknowledgement', 'contact-message'])
  })

  it('stores nothing if the emails cannot be queued', async () => {
    const jobs = { ...ctx().jobs, send: () => Promise.reject(new Error('no queue')) }
    const input = { ...QUESTION, email: 'unlucky@example.test' }
    await expect(sendContactMessage(ctx(undefined, { jobs }), input)).rejects.toThrow('no queue')
    expect(await messages(input.email)).toEqual([])
  })

  it('gives concurrent duplicates one ticket', async () => {
    const input = { ...QUESTION, email: 'twice@example.test' }
    const receipts = await Promise.all(Array.from({ length: 4 }, () => sendContactMessage(ctx(), input)))
    expect(new Set(receipts.map(({ ticket }) => ticket)).size).toBe(1)
    expect(await messages(input.email)).toHaveLength(1)
  })

  it('treats another text, and the same text ten minutes later, as new messages', async () => {
    const input = { ...QUESTION, email: 'again@example.test' }
    await sendContactMessage(ctx(), input)
    await sendContactMessage(ctx(), { ...input, message: 'And fifty for another.' })
    const later = new Date(NOW.getTime() + 11 * 60_000)
    await sendContactMessage(ctx(undefined, { now: later }), input)
    expect(new Set((await messages(input.email)).map(({ ticket }) => ticket)).size).toBe(3)
  })
})

describe('acknowledgeContactMessage', () => {
  it('records only the first acknowledgement', async () => {
    const input = { ...QUESTION, email: 'heard@example.test' }
    await sendContactMessage(ctx(), input)
    const id = (await messages(input.email))[0]?.id ?? ''
    await acknowledgeContactMessage(ctx(), id)
    await acknowledgeContactMessage(ctx(undefined, { now: new Date(NOW.getTime() + 60_000) }), id)
    expect((await findContactMessage(db, id))?.acknowledgedAt).toEqual(NOW)
  })
})
