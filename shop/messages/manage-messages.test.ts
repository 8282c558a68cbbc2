import { describe, expect, it } from 'vitest'
import { makeUser } from '#db/factories/user.ts'
import { countWaiting } from '#shop/analytics/overview.read.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { err } from '#shop/kernel/result.ts'
import {
  answerMessage,
  changeMessageStatus,
  recordReplySent,
  saveMessageNote,
} from '#shop/messages/answer-message.ts'
import { findContactMessage, findReply, listMessages, listReplies } from '#shop/messages/messages.read.ts'
import { sendContactMessage } from '#shop/messages/send-contact-message.ts'
import { NOW, testDatabase } from '#tests/database.ts'

const { db, ctx, jobs: queue } = await testDatabase()
const admin = await makeUser(db, { staffRole: 'owner', fullName: 'Lakshmi Iyer' })
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

let messageCount = 0
async function makeMessage(text = 'Where is my order?'): Promise<string> {
  messageCount += 1
  const from = {
    name: 'Meera',
    email: `meera${messageCount}@example.test`,
    subject: 'other',
    side: 'millet',
  } as const
  const { ticket } = await sendContactMessage(ctx(VISITOR), { ...from, message: text })
  const { messages } = await listMessages(db, { text: ticket, now: NOW, page: 1, perPage: 5 })
  return messages[0]?.id ?? ''
}

describe('answerMessage', () => {
  it('stores the answer, queues its email and sets the status, once for two equal requests', async () => {
    const messageId = await makeMessage()
    const jobs: unknown[] = []
    const capturing = ctx(admin, { jobs: { ...queue, send: async (_, job) => void jobs.push(job) } })
    const answer = { messageId, body: 'It leaves today.', seen: 0 }
    await Promise.all([answerMessage(capturing, answer), answerMessage(capturing, answer)])
    const replies = await listReplies(db, messageId)
    expect(replies).toMatchObject([{ body: 'It leaves today.', actorName: 'Lakshmi Iyer', sentAt: null }])
    const replyId = replies[0]?.id ?? ''
    expect(jobs).toEqual([{ queue: 'contact-reply', data: { replyId } }])
    expect(await findContactMessage(db, messageId)).toMatchObject({ status: 'answered', closedAt: null })
    await recordReplySent(ctx(VISITOR, { now: minutesLater(1) }), replyId)
    await recordReplySent(ctx(VISITOR, { now: minutesLater(9) }), replyId)
    expect(await findReply(db, replyId)).toMatchObject({
      sentAt: minutesLater(1),
      message: { id: messageId },
    })
  })

  it('accepts a second answer, and reopens a closed message', async () => {
    const messageId = await makeMessage()
    await answerMessage(ctx(admin), { messageId, body: 'One', seen: 0 })
    await changeMessageStatus(ctx(admin), { messageId, status: 'closed' })
    await answerMessage(ctx(admin), { messageId, body: 'Two', seen: 1 })
    expect(await listReplies(db, messageId)).toHaveLength(2)
    expect((await findContactMessage(db, messageId))?.status).toBe('answered')
  })

  it('refuses if another admin answered after the form was shown, even concurrently', async () => {
    const messageId = await makeMessage()
    const other = await makeUser(db, { staffRole: 'owner', fullName: 'Ravi Rao' })
    const results = await Promise.all([
      answerMessage(ctx(admin), { messageId, body: 'Tomorrow', seen: 0 }),
      answerMessage(ctx(other), { messageId, body: 'On Friday', seen: 0 }),
    ])
    const replies = await listReplies(db, messageId)
    expect(replies).toHaveLength(1)
    const by = replies[0]?.actorName
    expect(results).toContainEqual({ ok: false, reason: 'answered_meanwhile', by })
    expect(await answerMessage(ctx(admin), { messageId, body: 'Both days', seen: 1 })).toMatchObject({
      ok: true,
    })
  })
})

it('records the time of closing, clears it on reopening, and logs both', async () => {
  const messageId = await makeMessage()
  await changeMessageStatus(ctx(admin, { now: minutesLater(5) }), { messageId, status: 'closed' })
  expect(await findContactMessage(db, messageId)).toMatchObject({
    status: 'closed',
    closedAt: minutesLater(5),
  })
  await changeMessageStatus(ctx(admin), { messageId, status: 'closed' })
  await changeMessageStatus(ctx(admin), { messageId, status: 'open' })
  expect(await findContactMessage(db, messageId)).toMatchObject({ status: 'open', closedAt: null })
  const entries = await listChanges(db, { entity: 'message', entityId: messageId, limit: 9 })
  expect(entries.map(({ action }) => action)).toEqual(['reopen', 'close'])
})

it('refuses to overwrite a note that another admin saved in the meantime', async () => {
  const messageId = await makeMessage()
  const results = await Promise.all(
    ['Call back', 'Refund sent'].map((note) => saveMessageNote(ctx(admin), { messageId, note, shown: '' })),
  )
  const { note } = (await findContactMessage(db, messageId)) ?? expect.fail()
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(results).toContainEqual({ ok: false, reason: 'note_conflict', note })
  expect(await saveMessageNote(ctx(admin), { messageId, note: 'Both', shown: note })).toMatchObject({
    ok: true,
  })
})

it('counts open messages, and finds a message by any part of its text', async () => {
  const { messages: earlierCount } = await countWaiting(db)
  const id = await makeMessage('Something about 100%_ragi')
  expect((await countWaiting(db)).messages).toBe(earlierCount + 1)
  const found = await listMessages(db, { status: 'open', text: '100%_RAGI', now: NOW, page: 1, perPage: 5 })
  expect(found).toMatchObject({ total: 1, messages: [{ id }] })
  expect(
    (await listMessages(db, { status: 'closed', text: '100%_ragi', now: NOW, page: 1, perPage: 5 })).total,
  ).toBe(0)
})

it('refuses to answer a message that does not exist', async () => {
  const unknown = { messageId: admin.id, body: 'x', seen: 0 }
  expect(await answerMessage(ctx(admin), unknown)).toEqual(err('message_not_found'))
})
