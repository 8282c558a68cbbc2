import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'
import { frame, type Markup } from '#infra/email/templates/layout.ts'
import { type Block, type Inline, linkAddress, readMarkup } from '#shop/newsletters/markup.ts'
import type { NewsletterText } from '#shop/newsletters/newsletter.ts'

type Copy = {
  to: string
  /** Null: not subscribed, so the link leads to the settings. */
  unsubscribeToken: string | null
  isTest?: boolean
}

/** The footer says why the email comes, from whom, and how to unsubscribe. */
export async function newsletterEmail(
  { subject, preheader, body, slug }: NewsletterText & { slug: string },
  { brand, origin, seller }: { brand: string; origin: string; seller: { name: string; address: string } },
  { to, unsubscribeToken, isTest = false }: Copy,
): Promise<Email> {
  const { blocks } = readMarkup(body)
  const addressOf = (href: string) => linkAddress(href, { origin, slug })
  const query = new URLSearchParams({ token: unsubscribeToken ?? '', newsletter: slug })
  const leaveUrl =
    unsubscribeToken === null ? `${origin}/profile#mails` : `${origin}/newsletter/unsubscribe?${query}`
  const why = `You get this because you confirmed your subscription to the ${brand} newsletter. One email a month at most.`
  const from = `${seller.name}, ${seller.address}`
  const content = html`${blocks.map((block) => drawn(block, addressOf))}
    <div style="margin-top:40px;border-top:1px solid #e7d3b1;padding-top:16px;font-size:14px">
      <p style="margin:0 0 8px">${why} <a href="${leaveUrl}">Unsubscribe</a></p>
      <p style="margin:0">${from}</p>
    </div>`
  const text = `${subject}\n\n${blocks.map((block) => written(block, addressOf)).join('\n\n')}\n\n-- \n${why}\nUnsubscribe: ${leaveUrl}\n${from}\n`
  return {
    to,
    subject: isTest ? `[Test] ${subject}` : subject,
    text,
    html: await frame(brand, subject, content, 'en', preheader),
    ...(unsubscribeToken !== null && { unsubscribeUrl: leaveUrl }),
  }
}

type AddressOf = (href: string) => string

function drawn(block: Block, addressOf: AddressOf): Markup {
  switch (block.kind) {
    case 'heading':
      return block.level === 2
        ? html`<h2 style="font-size:21px;line-height:1.25;margin:28px 0 8px">${inline(block.content, addressOf)}</h2>`
        : html`<h3 style="font-size:18px;line-height:1.25;margin:24px 0 8px">${inline(block.content, addressOf)}</h3>`
    case 'paragraph':
      return html`<p style="margin:0 0 16px">${inline(block.content, addressOf)}</p>`
    case 'list': {
      const items = block.items.map(
        (item) => html`<li style="margin:0 0 6px">${inline(item, addressOf)}</li>`,
      )
      return block.isOrdered
        ? html`<ol style="margin:0 0 16px;padding-left:24px">${items}</ol>`
        : html`<ul style="margin:0 0 16px;padding-left:24px">${items}</ul>`
    }
  }
}

function inline(content: readonly Inline[], addressOf: AddressOf): Markup[] {
  return content.map((node) => drawnInline(node, addressOf))
}

function drawnInline(node: Inline, addressOf: AddressOf): Markup {
  switch (node.kind) {
    case 'text':
      return html`${node.text}`
    case 'break':
      return html`<br />`
    case 'bold':
      return html`<strong>${inline(node.content, addressOf)}</strong>`
    case 'italic':
      return html`<em>${inline(node.content, addressOf)}</em>`
    case 'link':
      return html`<a href="${addressOf(node.href)}" style="color:#8a2f1d">${inline(node.content, addressOf)}</a>`
  }
}

function written(block: Block, addressOf: AddressOf): string {
  if (block.kind === 'list') {
    const mark = (at: number) => (block.isOrdered ? `${at + 1}.` : '-')
    return block.items.map((item, at) => `${mark(at)} ${words(item, addressOf)}`).join('\n')
  }
  const line = words(block.content, addressOf)
  return block.kind === 'heading' ? `${line}\n${'-'.repeat(Math.min(line.length, 60))}` : line
}

function words(content: readonly Inline[], addressOf: AddressOf): string {
  return content
    .map((node) => {
      if (node.kind === 'text') return node.text
      if (node.kind === 'break') return '\n'
      const inside = words(node.content, addressOf)
      if (node.kind !== 'link') return inside
      const address = addressOf(node.href)
      return inside === node.href ? address : `${inside} (${address})`
    })
    .join('')
}
