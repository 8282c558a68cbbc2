import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'

export type Markup = ReturnType<typeof html>

/** Renders the page of every email. Mailboxes show `preheader` after the subject. */
export async function frame(brand: string, title: string, body: Markup, language = 'en', preheader = '') {
  const page = await html`<!doctype html>
<html lang="${language}">
  <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>${title}</title></head>
  <body style="margin:0;background:#fdfaf3;color:#290d0f;font:16px/1.5 Georgia,serif">${preheader && html`<div style="display:none">${preheader}</div>`}
    <div style="max-width:34rem;margin:0 auto;padding:32px 20px">
      <p style="font-size:24px;font-weight:bold;margin:0 0 24px">${brand}</p>
      <h1 style="font-size:26px;line-height:1.15;margin:0 0 16px">${title}</h1>
      ${body}
    </div>
  </body>
</html>`
  return page.toString()
}

export function button(href: string, label: string): Markup {
  return html`<p style="margin:24px 0"><a href="${href}"
    style="background:#3f1619;color:#fdfaf3;padding:14px 22px;text-decoration:none;font-weight:bold">${label}</a></p>`
}

type Link = { url: string; label: string }

type Letter = {
  to: string
  brand: string
  title: string
  subject?: string
  language?: string
  lines: readonly string[]
  link?: Link
  after?: readonly string[]
  /** A last paragraph that ends in a link. */
  leave?: Link & { words: string }
}

/** Renders paragraphs around a button as text and HTML. */
export async function letter(parts: Letter): Promise<Email> {
  const { to, brand, title, subject = title, language, lines, link, after = [], leave } = parts
  const body = html`${lines.map((line) => html`<p style="white-space:pre-wrap">${line}</p>`)}
    ${link && button(link.url, link.label)} ${after.map((line) => html`<p>${line}</p>`)}
    ${leave && html`<p>${leave.words} <a href="${leave.url}">${leave.label}</a></p>`}`
  const text = [
    ...lines,
    ...(link ? [`${link.label}: ${link.url}`] : []),
    ...after,
    ...(leave ? [`${leave.words} ${leave.label}: ${leave.url}`] : []),
  ]
  return { to, subject, text: `${text.join('\n\n')}\n`, html: await frame(brand, title, body, language) }
}

/** A header value on one line: names and subjects may come from people. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
}
