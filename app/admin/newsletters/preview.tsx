import { AdminSection } from '#app/admin/kit/admin-page.tsx'
import { Accordion } from '#app/kit/accordion.tsx'

export type Preview = { html: string; text: string }

/** An email as a mail program draws it, in a sandbox: no scripts, no forms, no navigation. Its text version is below. */
export function PreviewSection({ title, preview: { html, text } }: { title: string; preview: Preview }) {
  return (
    <AdminSection id="preview" title={title}>
      <iframe title="The email as it looks" sandbox="" srcDoc={html} className="newsletter-frame" />
      <Accordion
        items={[{ id: 'text', title: 'Text version', body: <pre className="newsletter-text">{text}</pre> }]}
      />
    </AdminSection>
  )
}
