/** The one Trusted Types policy that the Content-Security-Policy names. It is made before any other script runs. */

type Rule = (text: string) => boolean
type Rules = {
  createHTML(text: string, type?: string, sink?: string): string
  createScriptURL(text: string): string
}
type Factory = { createPolicy(name: 'default', rules: Rules): void }

/** The address of the service worker (vite.config.ts). */
export const SERVICE_WORKER = '/worker-sw.js'

/** All that React writes as markup: texts without any, an empty script, and places for the server's notices. */
const WRITTEN = /^([^<]*|<script><\/script>|<!--[\w-]+-->)$/

let isFramed: Rule = () => false

export function trustFramed(rule: Rule): void {
  isFramed = rule
}

/** Makes the page's policy; once, at its start. */
export function makePolicy(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  const refused = () => {
    reportError(new Error('Markup was refused'))
    return ''
  }
  trustedTypes?.createPolicy('default', {
    createHTML: (text, _, sink) =>
      WRITTEN.test(text) || (sink?.endsWith('srcdoc') && isFramed(text)) ? text : refused(),
    createScriptURL: (text) => (text === SERVICE_WORKER ? text : refused()),
  })
}
