import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'
import { button, frame } from '#infra/email/templates/layout.ts'

type AccountEmail = { brand: string; to: string; url: string }

/** After sign-up: the link that proves the address. */
export async function verificationEmail({ brand, to, url }: AccountEmail): Promise<Email> {
  const title = 'Verify your email address'
  const body = html`<p>Open this link to finish creating your account. It works once, for one hour.</p>
    ${button(url, 'Verify my email')}
    <p>If you didn’t sign up, you can ignore this email.</p>`
  const text = `Open this link to finish creating your account. It works once, for one hour.\n\n${url}\n\nIf you didn’t sign up, you can ignore this email.\n`
  return { to, subject: `${title} for ${brand}`, text, html: await frame(brand, title, body) }
}

/** On request: the link that sets a new password. */
export async function resetEmail({ brand, to, url }: AccountEmail): Promise<Email> {
  const title = 'Reset your password'
  const body = html`<p>Open this link to choose a new password. It works once, for one hour.</p>
    ${button(url, 'Choose a new password')}
    <p>If you did not ask for this, your password stays as it is.</p>`
  const text = `Open this link to choose a new password. It works once, for one hour.\n\n${url}\n\nIf you did not ask for this, your password stays as it is.\n`
  return { to, subject: `${title} at ${brand}`, text, html: await frame(brand, title, body) }
}

/** Someone signed up with an address that has an account. Only its owner learns of it. */
export async function alreadyRegisteredEmail({ brand, to, url }: AccountEmail): Promise<Email> {
  const title = 'You already have an account'
  const body = html`<p>Someone, perhaps you, tried to sign up with this email address. You already have an account.</p>
    ${button(url, 'Sign in')}
    <p>If it wasn’t you, you can ignore this email: no one was let in.</p>`
  const text = `Someone, perhaps you, tried to sign up with this email address. You already have an account.\n\nSign in: ${url}\n\nIf it wasn’t you, you can ignore this email: no one was let in.\n`
  return { to, subject: `${title} at ${brand}`, text, html: await frame(brand, title, body) }
}

/** The same for an account whose address was never verified: choosing a password proves it, and ends any other. */
export async function unfinishedSignUpEmail({ brand, to, url }: AccountEmail): Promise<Email> {
  const title = 'Finish creating your account'
  const body = html`<p>There is an account for this address that was never verified. Choose a password for it, and it is
      yours; the link works once, for one hour.</p>
    ${button(url, 'Choose a password')}
    <p>If it wasn’t you, you can ignore this email: no one was let in.</p>`
  const text = `There is an account for this address that was never verified. Choose a password for it, and it is yours; the link works once, for one hour.\n\n${url}\n\nIf it wasn’t you, you can ignore this email: no one was let in.\n`
  return { to, subject: `${title} at ${brand}`, text, html: await frame(brand, title, body) }
}

/** After a reset or a change, so that the owner of a stolen account learns of it. */
export async function passwordChangedEmail({
  brand,
  to,
  url,
  signedOut,
}: AccountEmail & { signedOut: 'every device' | 'every other device' }): Promise<Email> {
  const title = 'Your password was changed'
  const body = html`<p>Your password was changed just now, and ${signedOut} was signed out.</p>
    <p>If it was not you, choose a new one right away, and check that your mailbox is safe.</p>
    ${button(url, 'Choose a new password')}`
  const text = `Your password was changed just now, and ${signedOut} was signed out.\n\nIf it was not you, choose a new one right away, and check that your mailbox is safe:\n\n${url}\n`
  return { to, subject: `${title} at ${brand}`, text, html: await frame(brand, title, body) }
}

/** For a customer who signs in without a password: the link that deletes the account. */
export async function deletionLinkEmail({
  brand,
  to,
  url,
  minutes,
}: AccountEmail & { minutes: number }): Promise<Email> {
  const title = 'Delete your account'
  const body = html`<p>Open this link, in the browser where you are signed in, to delete your account. It asks once more.
      It works once, for ${minutes} minutes.</p>
    ${button(url, 'Delete my account')}
    <p>If you didn’t ask for this, you can ignore this email: your account stays as it is.</p>`
  const text = `Open this link, in the browser where you are signed in, to delete your account. It asks once more. It works once, for ${minutes} minutes.\n\n${url}\n\nIf you didn’t ask for this, you can ignore this email: your account stays as it is.\n`
  return { to, subject: `${title} at ${brand}`, text, html: await frame(brand, title, body) }
}

/** The last email: the account has been deleted. */
export async function accountDeletedEmail({ brand, to }: { brand: string; to: string }): Promise<Email> {
  const title = 'Your account has been deleted'
  const words =
    'Your account has been deleted, and every device is signed out. We keep past invoices for as long as tax law requires. Nothing else identifies you. This is our last email to you.'
  const body = html`<p>${words}</p>`
  return { to, subject: `${title} at ${brand}`, text: `${words}\n`, html: await frame(brand, title, body) }
}

type RewardEmail = {
  brand: string
  to: string
  name: string
  code: string
  /** '20% off'. */
  value: string
  url: string
  /** The page to turn these emails off. */
  choicesUrl: string
}

/** The reward for a customer whose friend's first order has been delivered. */
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
