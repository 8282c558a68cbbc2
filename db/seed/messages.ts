/** Sample messages: one new, one answered, one settled. */
import type { Ctx } from '#shop/ctx.ts'
import { type Person, VISITOR } from '#shop/kernel/actor.ts'
import { acknowledgeContactMessage } from '#shop/messages/acknowledge-contact-message.ts'
import { answerMessage } from '#shop/messages/answer-message.ts'
import { changeMessageStatus } from '#shop/messages/change-message-status.ts'
import { confirmReply } from '#shop/messages/confirm-reply.ts'
import type { ContactMessageInput } from '#shop/messages/input.ts'
import { listMessages, listReplies } from '#shop/messages/messages.read.ts'
import { sendContactMessage } from '#shop/messages/send-contact-message.ts'

const HOUR_MS = 3_600_000

type Sample = ContactMessageInput & { hoursAgo: number; answer?: string; isSettled?: true }

const SAMPLES: Sample[] = [
  {
    hoursAgo: 9 * 24,
    side: 'millet',
    name: 'Harish Gowda',
    email: 'harish.gowda@example.test',
    subject: 'customer-service',
    message: 'One of my ten tastemakers was missing: I picked two Sambar and got one.',
    answer: 'You are right, our count was one short. A packet of Sambar left today, at no cost to you.',
    isSettled: true,
  },
  {
    hoursAgo: 2 * 24,
    side: 'hydration',
    name: 'Farida Khan',
    email: 'farida.khan@example.test',
    subject: 'bulk-order',
    message: 'Our reading room has 60 members. What would 40 flavoured boxes cost, delivered to Indore?',
    answer: 'Gladly. Before we quote: do you want all three flavours, and by when do you need them?',
  },
  {
    hoursAgo: 5,
    side: 'millet',
    name: 'Ritu Sharma',
    email: 'ritu.sharma@example.test',
    subject: 'shg-program',
    message: 'We are eleven women in Satara who grind ragi for our village. How can our group work with you?',
  },
]

/** Created through the use cases; their emails count as sent. */
export async function seedMessages(base: Omit<Ctx, 'actor'>, admin: Person): Promise<void> {
  const quiet = { ...base, jobs: { ...base.jobs, send: async () => {} } }
  for (const { hoursAgo, answer, isSettled, ...input } of SAMPLES) {
    const at = (hours: number) => new Date(base.now.getTime() - (hoursAgo - hours) * HOUR_MS)
    const ctxAt = (hours: number, actor: Person) => ({ ...quiet, actor, now: at(hours) })
    const { ticket } = await sendContactMessage({ ...quiet, actor: VISITOR, now: at(0) }, input)
    const found = await listMessages(base.db, { status: null, text: ticket, page: 1, perPage: 1 })
    const messageId = found.messages[0]?.id ?? ''
    await acknowledgeContactMessage(ctxAt(0.01, admin), messageId)
    if (answer) await answerMessage(ctxAt(3, admin), { messageId, body: answer })
    for (const { id } of await listReplies(base.db, messageId)) await confirmReply(ctxAt(3.01, admin), id)
    if (isSettled) await changeMessageStatus(ctxAt(30, admin), { messageId, status: 'closed' })
  }
}
