import { trustFramedHtml } from '#app/kit/trusted-types.ts'

const ELEMENTS =
  'html|head|meta|title|body|div|span|p|h[1-6]|a|b|i|em|strong|small|br|hr|ul|ol|li|table|tbody|tr|td|th|blockquote|img'
const TAG = new RegExp(`<!doctype html>|</?(?:${ELEMENTS})(?:\\s+(?!on)[a-z-]+(?:="[^"<>]*")?)*\\s*/?>`, 'gi')
const SCRIPT_ADDRESS = /="\s*(?:javascript|data|vbscript):/i

export function isMailMarkup(html: string): boolean {
  return !html.replace(TAG, '').includes('<') && !SCRIPT_ADDRESS.test(html)
}

trustFramedHtml(isMailMarkup)

/** Shows an email as a mail program does, in a sandbox: no scripts, no forms, no navigation. */
export function FramedMail({ html, className }: { html: string; className: string }) {
  return (
    <iframe title="The email as it looks" sandbox="" srcDoc={html} loading="lazy" className={className} />
  )
}
