import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'
import { button, frame } from '#infra/email/templates/layout.ts'

export type RewardEmail = {
  brand: string
  to: string
  name: string
  code: string
  /** '20% off'. */
  value: string
  url: string
  /** Where such mails are declined. */
  choicesUrl: string
}

/** The thank-you to somebody whose friend has received a first order. */
export async function rewardEmail({
  brand,
  to,
  name,
  code,
  value,
  url,
  choicesUrl,
}: RewardEmail): Promise<Email> {
  const subject = `${value} your next order: a friend has joined`
  const lines = [
    `Dear ${name},`,
    `a friend you told about ${brand} has received a first order. Thank you. The code ${code} takes ${value} one order of yours: enter it in the Order Summary at the checkout.`,
  ]
  const out = 'You can turn these emails off in'
  const body = html`${lines.map((line) => html`<p>${line}</p>`)} ${button(url, 'Browse Products')}
    <p>${out} <a href="${choicesUrl}">Account Settings</a>.</p>`
  const text = `${lines.join('\n\n')}\n\nBrowse Products: ${url}\n\n${out} Account Settings: ${choicesUrl}\n`
  return { to, subject, text, html: await frame(brand, subject, body) }
}
