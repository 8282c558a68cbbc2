import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'
import { frame, oneLine } from '#infra/email/templates/layout.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { type ContactMessage, subjectLabel } from '#shop/messages/message.ts'

const SIDE_NAMES = {
  millet: 'Partner With Us (millet side)',
  hydration: 'Contact Us (hydration side)',
} as const

/** To support: the whole message. Answering it answers the sender. */
export async function contactMessageEmail(
  message: ContactMessage,
  brand: string,
  support: string,
): Promise<Email> {
  const name = oneLine(message.name)
  const title = `${message.ticket}: ${subjectLabel(message.subject)}`
  const facts: [string, string][] = [
    ['From', `${name} <${message.email}>`],
    ['Form', SIDE_NAMES[message.side]],
    ['Received', formatDayAndTime(message.createdAt)],
  ]
  const body = html`${facts.map(([label, value]) => html`<p style="margin:0">${label}: ${value}</p>`)}
    <p style="white-space:pre-wrap;border-left:3px solid #e7d3b1;padding-left:16px">${message.message}</p>
    <p>Reply to this email to answer the sender. A complaint has to be settled within a month.</p>`
  const text = `${facts.map(([label, value]) => `${label}: ${value}`).join('\n')}\n\n${message.message}\n`
  return {
    to: support,
    subject: `${title} from ${name}`,
    text,
    html: await frame(brand, title, body),
    replyTo: { name, address: message.email },
  }
}

/**
 * To the sender: the ticket number. It repeats nothing that was typed, because the address may be somebody else's, and
 * this shop would then deliver a stranger's words.
 */
export async function acknowledgementEmail(
  message: ContactMessage,
  brand: string,
  support: string,
): Promise<Email> {
  const { ticket } = message
  const title = `We have your message: ${ticket}`
  const lines = [
    `Your message to ${brand} about "${subjectLabel(message.subject)}" has arrived. Its ticket number is ${ticket}; please name it when you write about it again.`,
    "We'll get back to you as soon as possible. If it is a complaint, it is settled within a month at the latest.",
    'If you didn’t write to us, someone typed your address by mistake. You can ignore this email.',
  ]
  const body = html`${lines.map((line) => html`<p>${line}</p>`)}`
  const mail = { to: message.email, subject: title, text: `${lines.join('\n\n')}\n` }
  return { ...mail, html: await frame(brand, title, body), replyTo: { name: brand, address: support } }
}

/** To the sender: what an admin answered, with what was asked below it. */
export async function replyEmail(
  { message, body: answer }: { message: ContactMessage; body: string },
  brand: string,
  support: string,
): Promise<Email> {
  const title = `${message.ticket}: ${subjectLabel(message.subject)}`
  const asked = `On ${formatDayAndTime(message.createdAt)} you wrote:`
  const body = html`<p style="white-space:pre-wrap">${answer}</p>
    <p style="margin-bottom:0">${asked}</p>
    <p style="white-space:pre-wrap;border-left:3px solid #e7d3b1;padding-left:16px">${message.message}</p>`
  const quoted = message.message.replace(/^/gm, '> ')
  return {
    to: message.email,
    subject: `Re: ${title}`,
    text: `${answer}\n\n${asked}\n${quoted}\n`,
    html: await frame(brand, title, body),
    replyTo: { name: brand, address: support },
  }
}
