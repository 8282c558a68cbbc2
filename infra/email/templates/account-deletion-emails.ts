import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'
import { button, frame } from '#infra/email/templates/layout.ts'

/** On request of somebody who signs in without a password: the link that closes the account. */
export async function deletionLinkEmail(letter: {
  brand: string
  to: string
  url: string
  minutes: number
}): Promise<Email> {
  const { brand, to, url, minutes } = letter
  const title = 'Delete your account'
  const body = html`<p>Open this link, in the browser where you are signed in, to delete your account. It asks once more.
      It works once, for ${minutes} minutes.</p>
    ${button(url, 'Delete my account')}
    <p>If you didn’t ask for this, you can ignore this email: your account stays as it is.</p>`
  const text = `Open this link, in the browser where you are signed in, to delete your account. It asks once more. It works once, for ${minutes} minutes.\n\n${url}\n\nIf you didn’t ask for this, you can ignore this email: your account stays as it is.\n`
  return { to, subject: `${title} at ${brand}`, text, html: await frame(brand, title, body) }
}

/** The last mail: the account is gone. */
export async function accountDeletedEmail({ brand, to }: { brand: string; to: string }): Promise<Email> {
  const title = 'Your account has been deleted'
  const words =
    'Your account has been deleted, and every device is signed out. We keep past invoices for as long as tax law requires. Nothing else identifies you. This is our last email to you.'
  const body = html`<p>${words}</p>`
  return { to, subject: `${title} at ${brand}`, text: `${words}\n`, html: await frame(brand, title, body) }
}
