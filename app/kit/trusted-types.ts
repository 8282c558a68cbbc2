/** The only Trusted Types policy that the Content-Security-Policy allows. Created before any other script runs. */

type Rule = (text: string) => boolean
type Rules = {
  createHTML(text: string, type?: string, sink?: string): string
  createScriptURL(text: string): string
}
type Factory = { createPolicy(name: 'default', rules: Rules): void }

/** The path of the service worker (vite.config.ts). */
export const SERVICE_WORKER = '/worker-sw.js'

/** The HTML that React writes: plain text, an empty script, or a comment that marks a notice of the server. */
const REACT_HTML = /^([^<]*|<script><\/script>|<!--[\w-]+-->)$/

let isFramedHtml: Rule = () => false

export function trustFramedHtml(rule: Rule): void {
  isFramedHtml = rule
}

/** Creates the policy. Call it once, before other scripts. */
export function makePolicy(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  const refuse = () => {
    reportError(new Error('Markup was refused'))
    return ''
  }
  trustedTypes?.createPolicy('default', {
    createHTML: (text, _, sink) =>
      REACT_HTML.test(text) || (sink?.endsWith('srcdoc') && isFramedHtml(text)) ? text : refuse(),
    createScriptURL: (text) => (text === SERVICE_WORKER ? text : refuse()),
  })
}
