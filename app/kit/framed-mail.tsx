import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '#app/kit/browser-state.ts'
import { isMailMarkup } from '#app/kit/mail-markup.ts'
import { trustedTypes } from '#app/kit/trusted-types.ts'

/** Made with the first email that a page without a request shows. */
let policy: { createHTML(text: string): string } | null = null

function trusted(html: string): string {
  policy ??= trustedTypes('mail', { createHTML: (text: string) => (isMailMarkup(text) ? text : '') })
  return policy.createHTML(html)
}

/** An email as a mail program draws it, in a sandbox: no scripts, no forms, no navigation. */
export function FramedMail({ html, className }: { html: string; className: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const isHydrated = useHydrated()
  // React would write the attribute as text, which Trusted Types refuse; the server's is there already.
  const [written] = useState(isHydrated ? null : html)
  useEffect(() => {
    if (frame.current && html !== written) frame.current.srcdoc = trusted(html)
  }, [html, written])
  return (
    <iframe
      ref={frame}
      title="The email as it looks"
      sandbox=""
      srcDoc={written ?? undefined}
      loading="lazy"
      className={className}
    />
  )
}
