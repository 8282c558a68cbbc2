/**
 * Trusted Types: a browser that has them takes markup and addresses of scripts only from policies that the shop's
 * Content-Security-Policy names. There is one, made before anything else runs, so that nothing else can take its name; it
 * passes only what it knows.
 */

type Rule = (text: string) => boolean
type Rules = {
  createHTML(text: string, type?: string, sink?: string): string
  createScriptURL(text: string): string
}
type Factory = { createPolicy(name: 'default', rules: Rules): void }

/** The address of the service worker (vite.config.ts). */
export const SERVICE_WORKER = '/worker-sw.js'

/** All that React writes as markup: texts without any, an empty script, which never runs, and places for the server's notices. */
const WRITTEN = /^([^<]*|<script><\/script>|<!--[\w-]+-->)$/

let isFramed: Rule = () => false

/** Checks the HTML of framed documents; set by pages that have frames. */
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
