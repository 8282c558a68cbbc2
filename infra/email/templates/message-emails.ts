import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'
import { frame, letter, oneLine } from '#infra/email/templates/layout.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { type ContactMessage, subjectLabel } from '#shop/messages/message.ts'
import type { Notice } from '#shop/messages/stock-notices.sql.ts'
import { CONFIRM_DAYS, CONFIRM_NOTICE_DAYS, type Subscription } from '#shop/messages/subscription.ts'

const SIDE_NAMES = {
  millet: 'Partner With Us (millet side)',
  hydration: 'Contact Us (hydration side)',
} as const

/** Replies to this email go to the message's sender. */
export async function contactMessageEmail(message: ContactMessage, brand: string, support: string) {
  const name = oneLine(message.name)
  const title = `${message.ticket}: ${subjectLabel(message.subject)}`
  const facts: [string, string][] = [
    ['From', `${name} <${message.email}>`],
    ['Form', SIDE_NAMES[message.side]],
    ['Received', formatDayAndTime(message.createdAt)],
  ]
  const advice = 'Reply to this email to answer the sender. A complaint has to be settled within a month.'
  const body = html`${facts.map(([label, value]) => html`<p style="margin:0">${label}: ${value}</p>`)}
    <p style="white-space:pre-wrap;border-left:3px solid #e7d3b1;padding-left:16px">${message.message}</p>
    <p>${advice}</p>`
  const text = `${facts.map(([label, value]) => `${label}: ${value}`).join('\n')}\n\n${message.message}\n\n${advice}\n`
  return {
    to: support,
    subject: `${title} from ${name}`,
    text,
    html: await frame(brand, title, body),
    replyTo: { name, address: message.email },
  }
}

/** Repeats no text of the form, because the address may belong to another person. */
export async function acknowledgementEmail(message: ContactMessage, brand: string, support: string) {
  const { ticket } = message
  const title = `We have your message: ${ticket}`
  const lines = [
    `Your message to ${brand} about "${subjectLabel(message.subject)}" has arrived. Its ticket number is ${ticket}; please quote it if you write to us about it again.`,
    "We'll get back to you as soon as possible. If it is a complaint, it is settled within a month at the latest.",
    'If you didn’t write to us, someone typed your address by mistake. You can ignore this email.',
  ]
  const email = await letter({ to: message.email, brand, title, lines })
  return { ...email, replyTo: { name: brand, address: support } }
}

export async function replyEmail(
  { message, body: answer }: { message: ContactMessage; body: string },
  brand: string,
  support: string,
): Promise<Email> {
  const title = `${message.ticket}: ${subjectLabel(message.subject)}`
  const introduction = `On ${formatDayAndTime(message.createdAt)} you wrote:`
  const body = html`<p style="white-space:pre-wrap">${answer}</p>
    <p style="margin-bottom:0">${introduction}</p>
    <p style="white-space:pre-wrap;border-left:3px solid #e7d3b1;padding-left:16px">${message.message}</p>`
  const quoted = message.message.replace(/^/gm, '> ')
  return {
    to: message.email,
    subject: `Re: ${title}`,
    text: `${answer}\n\n${introduction}\n${quoted}\n`,
    html: await frame(brand, title, body),
    isPersonal: true,
    replyTo: { name: brand, address: support },
  }
}

type Shop = { brand: string; origin: string }

/** The address gets no newsletter unless its owner opens the link and confirms. */
export function newsletterConfirmationEmail({ email }: Subscription, token: string, { brand, origin }: Shop) {
  const title = 'Please confirm your subscription'
  const reason = `Someone, we hope you, asked for the ${brand} newsletter at this address. Open this link and press the button there. It works for ${CONFIRM_DAYS} days.`
  const link = { url: `${origin}/newsletter/confirm?token=${token}`, label: 'Confirm my subscription' }
  return letter({
    ...{ to: email, brand, title, subject: `${title} to ${brand}`, lines: [reason], link },
    after: [IGNORE_HINT],
  })
}

const IGNORE_HINT =
  'If it wasn’t you, you can ignore this email: we won’t send you anything unless you confirm.'

export async function newsletterWelcomeEmail(
  { email, unsubscribeToken }: Subscription,
  { brand, origin }: Shop,
): Promise<Email> {
  const unsubscribeUrl = `${origin}/newsletter/unsubscribe?token=${unsubscribeToken}`
  const title = 'You are on the list'
  const content = `This address gets the ${brand} newsletter: a recipe, a group you have not met yet, and what is in season. One email a month at most.`
  const leave = { words: 'Unsubscribe any time, with one click.', url: unsubscribeUrl, label: 'Unsubscribe' }
  const about = { to: email, brand, title, subject: `${title} at ${brand}` }
  return { ...(await letter({ ...about, lines: [content], leave })), unsubscribeUrl }
}

/** The address gets no notice unless its owner opens the link and confirms. */
export async function stockNoticeLinkEmail(
  { email, leaveToken, product }: Notice,
  token: string,
  { brand, origin }: Shop,
): Promise<Email> {
  const unsubscribeUrl = leaveUrl(origin, leaveToken)
  const reason = `Someone, we hope you, asked for one email at this address when ${product.name} is back in stock. Open this link and press the button there. It works for ${CONFIRM_NOTICE_DAYS} days.`
  const mail = await letter({
    ...{ to: email, brand, title: 'Shall we tell you?', lines: [reason] },
    subject: `Shall we tell you when ${product.name} is back?`,
    link: { url: `${origin}/stock-notice/confirm?token=${token}`, label: 'Yes, tell me' },
    leave: { words: IGNORE_HINT, url: unsubscribeUrl, label: 'No, don’t tell me' },
  })
  return { ...mail, unsubscribeUrl }
}

export async function stockNoticeEmail({ email, leaveToken, product }: Notice, { brand, origin }: Shop) {
  const unsubscribeUrl = leaveUrl(origin, leaveToken)
  const content = `You asked us to tell you: ${product.name} is in stock again. We can’t keep one aside for you, so it may sell out again.`
  const mail = await letter({
    ...{ to: email, brand, title: `${product.name} is back`, lines: [content] },
    link: { url: `${origin}/product/${product.id}`, label: 'See it in the shop' },
    leave: { words: 'We won’t email you about it again.', url: unsubscribeUrl, label: 'Delete my request' },
  })
  return { ...mail, unsubscribeUrl }
}

function leaveUrl(origin: string, token: string): string {
  return `${origin}/stock-notice/leave?token=${token}`
}
