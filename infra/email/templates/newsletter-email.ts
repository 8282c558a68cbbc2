import { html } from 'hono/html'
import type { Email } from '#infra/email/mailer.ts'
import { frame, type Markup } from '#infra/email/templates/layout.ts'
import { type Block, type Inline, linkAddress, readMarkup } from '#shop/newsletters/markup.ts'
import type { NewsletterText } from '#shop/newsletters/newsletter.ts'

type Recipient = {
  to: string
  /** Null without a subscription: the link then leads to the settings. */
  unsubscribeToken: string | null
  isTest?: boolean
}

/** Renders a newsletter. The footer says why the reader gets it, who sent it and how to unsubscribe. */
export async function newsletterEmail(
  { subject, preheader, body, slug }: NewsletterText & { slug: string },
  { brand, origin, seller }: { brand: string; origin: string; seller: { name: string; address: string } },
  { to, unsubscribeToken, isTest = false }: Recipient,
): Promise<Email> {
  const { blocks } = readMarkup(body)
  const addressOf = (href: string) => linkAddress(href, { origin, slug })
  const query = new URLSearchParams({ token: unsubscribeToken ?? '', newsletter: slug })
  const leaveUrl =
    unsubscribeToken === null ? `${origin}/profile#mails` : `${origin}/newsletter/unsubscribe?${query}`
  const reason = `You get this because you confirmed your subscription to the ${brand} newsletter. One email a month at most.`
  const sender = `${seller.name}, ${seller.address}`
  const content = html`${blocks.map((block) => renderBlock(block, addressOf))}
    <div style="margin-top:40px;border-top:1px solid #e7d3b1;padding-top:16px;font-size:14px">
      <p style="margin:0 0 8px">${reason} <a href="${leaveUrl}">Unsubscribe</a></p>
      <p style="margin:0">${sender}</p>
    </div>`
  const text = `${subject}\n\n${blocks.map((block) => writeBlock(block, addressOf)).join('\n\n')}\n\n-- \n${reason}\nUnsubscribe: ${leaveUrl}\n${sender}\n`
  return {
    to,
    subject: isTest ? `[Test] ${subject}` : subject,
    text,
    html: await frame(brand, subject, content, 'en', preheader),
    ...(unsubscribeToken !== null && { unsubscribeUrl: leaveUrl }),
  }
}

type AddressOf = (href: string) => string

function renderBlock(block: Block, addressOf: AddressOf): Markup {
  switch (block.kind) {
    case 'heading':
      return block.level === 2
        ? html`<h2 style="font-size:21px;line-height:1.25;margin:28px 0 8px">${renderInlines(block.content, addressOf)}</h2>`
        : html`<h3 style="font-size:18px;line-height:1.25;margin:24px 0 8px">${renderInlines(block.content, addressOf)}</h3>`
    case 'paragraph':
      return html`<p style="margin:0 0 16px">${renderInlines(block.content, addressOf)}</p>`
    case 'list': {
      const items = block.items.map(
        (item) => html`<li style="margin:0 0 6px">${renderInlines(item, addressOf)}</li>`,
      )
      return block.isOrdered
        ? html`<ol style="margin:0 0 16px;padding-left:24px">${items}</ol>`
        : html`<ul style="margin:0 0 16px;padding-left:24px">${items}</ul>`
    }
  }
}

function renderInlines(content: readonly Inline[], addressOf: AddressOf): Markup[] {
  return content.map((node) => renderInline(node, addressOf))
}

function renderInline(node: Inline, addressOf: AddressOf): Markup {
  switch (node.kind) {
    case 'text':
      return html`${node.text}`
    case 'break':
      return html`<br />`
    case 'bold':
      return html`<strong>${renderInlines(node.content, addressOf)}</strong>`
    case 'italic':
      return html`<em>${renderInlines(node.content, addressOf)}</em>`
    case 'link':
      return html`<a href="${addressOf(node.href)}" style="color:#8a2f1d">${renderInlines(node.content, addressOf)}</a>`
  }
}

function writeBlock(block: Block, addressOf: AddressOf): string {
  if (block.kind === 'list') {
    const mark = (at: number) => (block.isOrdered ? `${at + 1}.` : '-')
    return block.items.map((item, at) => `${mark(at)} ${writeInlines(item, addressOf)}`).join('\n')
  }
  const line = writeInlines(block.content, addressOf)
  return block.kind === 'heading' ? `${line}\n${'-'.repeat(Math.min(line.length, 60))}` : line
}

function writeInlines(content: readonly Inline[], addressOf: AddressOf): string {
  return content
    .map((node) => {
      if (node.kind === 'text') return node.text
      if (node.kind === 'break') return '\n'
      const label = writeInlines(node.content, addressOf)
      if (node.kind !== 'link') return label
      const address = addressOf(node.href)
      return label === node.href ? address : `${label} (${address})`
    })
    .join('')
}
