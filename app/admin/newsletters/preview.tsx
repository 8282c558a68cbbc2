import { AdminSection } from '#app/desk/admin-page.tsx'
import { NEWSLETTERS } from '#app/desk/paths.ts'
import { Accordion } from '#app/kit/accordion.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { FramedMail } from '#app/kit/framed-mail.tsx'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { PostButton } from '#app/kit/submit-button.tsx'
import {
  NEWSLETTER_STATUS_NAMES,
  type Newsletter,
  type NewsletterStatus,
} from '#shop/newsletters/newsletter.ts'

export type Preview = { html: string; text: string }

/** Starts a draft with the texts of a newsletter. Loads a new document, like all pages that show an email. */
export function CopyButton({ newsletter: { id } }: { newsletter: Pick<Newsletter, 'id'> }) {
  return (
    <PostButton
      fields={{ intent: 'copy' }}
      form={{ action: `${NEWSLETTERS}/${id}`, reloadDocument: true }}
      look="line"
    >
      Copy as new draft
    </PostButton>
  )
}

/** Warns about Markdown that newsletters do not support. It is sent as typed. */
export function UnknownMarks({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <Banner tone="warning" live={false} className="mt-3" title="Sent as typed, marks included:">
      {`${of.join(', ')}. Emails have headings, bold, italics, links and lists.`}
    </Banner>
  )
}

/** An email as a mail program shows it (sandboxed: no scripts, forms or navigation), and its text version. */
export function PreviewSection({ title, preview: { html, text } }: { title: string; preview: Preview }) {
  return (
    <AdminSection id="preview" title={title}>
      <FramedMail html={html} className="newsletter-frame" />
      <Accordion
        items={[{ id: 'text', title: 'Text version', body: <pre className="newsletter-text">{text}</pre> }]}
      />
    </AdminSection>
  )
}

const TONES: Record<NewsletterStatus, Tone> = {
  draft: 'neutral',
  sending: 'info',
  stopped: 'warning',
  sent: 'positive',
}

export function NewsletterBadge({ status }: { status: NewsletterStatus }) {
  return <Badge tone={TONES[status]}>{NEWSLETTER_STATUS_NAMES[status]}</Badge>
}
