import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'
import { button, frame } from '#infra/email/templates/layout.ts'

type Letter = { brand: string; to: string; url: string }

/** After sign-up: the link that proves the address. */
export async function verificationEmail({ brand, to, url }: Letter): Promise<Email> {
  const title = 'Verify your email address'
  const body = html`<p>Open this link to finish creating your account. It works once, for one hour.</p>
    ${button(url, 'Verify my email')}
    <p>If you didn’t sign up, you can ignore this email.</p>`
  const text = `Open this link to finish creating your account. It works once, for one hour.\n\n${url}\n\nIf you didn’t sign up, you can ignore this email.\n`
  return { to, subject: `${title} for ${brand}`, text, html: await frame(brand, title, body) }
}

/** On request: the link that sets a new password. */
export async function resetEmail({ brand, to, url }: Letter): Promise<Email> {
  const title = 'Reset your password'
  const body = html`<p>Open this link to choose a new password. It works once, for one hour.</p>
    ${button(url, 'Choose a new password')}
    <p>If you did not ask for this, your password stays as it is.</p>`
  const text = `Open this link to choose a new password. It works once, for one hour.\n\n${url}\n\nIf you did not ask for this, your password stays as it is.\n`
  return { to, subject: `${title} at ${brand}`, text, html: await frame(brand, title, body) }
}

/** Somebody signed up with an address that has an account: told to its owner, and to nobody else. */
export async function alreadyRegisteredEmail({ brand, to, url }: Letter): Promise<Email> {
  const title = 'You already have an account'
  const body = html`<p>Someone, perhaps you, tried to sign up with this email address. You already have an account.</p>
    ${button(url, 'Sign in')}
    <p>If it wasn’t you, you can ignore this email: no one was let in.</p>`
  const text = `Someone, perhaps you, tried to sign up with this email address. You already have an account.\n\nSign in: ${url}\n\nIf it wasn’t you, you can ignore this email: no one was let in.\n`
  return { to, subject: `${title} at ${brand}`, text, html: await frame(brand, title, body) }
}

/** The same for an account whose address was never verified: choosing a password proves it, and ends any other. */
export async function unfinishedSignUpEmail({ brand, to, url }: Letter): Promise<Email> {
  const title = 'Finish creating your account'
  const body = html`<p>There is an account for this address that was never verified. Choose a password for it, and it is
      yours; the link works once, for one hour.</p>
    ${button(url, 'Choose a password')}
    <p>If it wasn’t you, you can ignore this email: no one was let in.</p>`
  const text = `There is an account for this address that was never verified. Choose a password for it, and it is yours; the link works once, for one hour.\n\n${url}\n\nIf it wasn’t you, you can ignore this email: no one was let in.\n`
  return { to, subject: `${title} at ${brand}`, text, html: await frame(brand, title, body) }
}

/** After a reset or a change: so that nobody loses an account without hearing of it. */
export async function passwordChangedEmail({
  brand,
  to,
  url,
  signedOut,
}: Letter & { signedOut: 'every device' | 'every other device' }): Promise<Email> {
  const title = 'Your password was changed'
  const body = html`<p>Your password was changed just now, and ${signedOut} was signed out.</p>
    <p>If it was not you, choose a new one right away, and check that your mailbox is safe.</p>
    ${button(url, 'Choose a new password')}`
  const text = `Your password was changed just now, and ${signedOut} was signed out.\n\nIf it was not you, choose a new one right away, and check that your mailbox is safe:\n\n${url}\n`
  return { to, subject: `${title} at ${brand}`, text, html: await frame(brand, title, body) }
}
