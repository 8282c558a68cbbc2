import { isMailMarkup } from '#app/kit/mail-markup.ts'
import { trustFramed } from '#app/kit/trusted-types.ts'

trustFramed(isMailMarkup)

/** An email as a mail program draws it, in a sandbox: no scripts, no forms, no navigation. */
export function FramedMail({ html, className }: { html: string; className: string }) {
  return (
    <iframe title="The email as it looks" sandbox="" srcDoc={html} loading="lazy" className={className} />
  )
}
