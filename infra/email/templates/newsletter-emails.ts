import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'
import { button, frame } from '#infra/email/templates/layout.ts'
import { CONFIRM_DAYS, type Subscription } from '#shop/messages/subscription.ts'

type Shop = { brand: string; origin: string }

/** To an address that somebody typed into the form: nothing more comes unless it says yes. */
export async function newsletterConfirmationEmail(
  { email }: Subscription,
  token: string,
  shop: Shop,
): Promise<Email> {
  const { brand, origin } = shop
  const url = `${origin}/newsletter/confirm?token=${token}`
  const title = 'Please confirm your subscription'
  const why = `Someone, we hope you, asked for the ${brand} newsletter at this address. Open this link and press the button there. It works for ${CONFIRM_DAYS} days.`
  const else_ = 'If it wasn’t you, you can ignore this email: we won’t send you anything unless you confirm.'
  const body = html`<p>${why}</p>
    ${button(url, 'Confirm my subscription')}
    <p>${else_}</p>`
  const mail = { to: email, subject: `${title} to ${brand}`, text: `${why}\n\n${url}\n\n${else_}\n` }
  return { ...mail, html: await frame(brand, title, body) }
}

/** To a confirmed address: what it gets, and the way out. */
export async function newsletterWelcomeEmail(
  { email, unsubscribeToken }: Subscription,
  shop: Shop,
): Promise<Email> {
  const { brand, origin } = shop
  const unsubscribeUrl = `${origin}/newsletter/unsubscribe?token=${unsubscribeToken}`
  const title = 'You are on the list'
  const what = `This address gets the ${brand} newsletter: a recipe, a group you have not met yet, and what is in season. One email a month at most.`
  const out = 'Unsubscribe any time, with one click.'
  const body = html`<p>${what}</p>
    <p>${out} <a href="${unsubscribeUrl}">Unsubscribe</a></p>`
  const text = `${what}\n\n${out} Unsubscribe: ${unsubscribeUrl}\n`
  const mail = { to: email, subject: `${title} at ${brand}`, text, html: await frame(brand, title, body) }
  return { ...mail, unsubscribeUrl }
}
