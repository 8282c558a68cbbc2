/**
 * On a kept page the application waits until what the visitor came to see is painted: on a slow phone it would take
 * the network and the processor from the pictures and the letters. Until then links and forms work as without
 * JavaScript; a first touch or key ends the waiting.
 */

/** Browsers run no script of this type. */
const HELD = 'text/held'
/** So long after all has loaded the scripts start, painted or not. */
const LATEST_MS = 3_000

/** Runs in the visitor's browser, so it may use nothing from outside itself. */
function startHeld(type: string, latestMs: number): void {
  const held = document.querySelector<HTMLScriptElement>(`script[type="${type}"]`)
  if (!held) return
  // Not a moving pointer: browsers report one that merely rests where the page appears.
  const signs = ['pointerdown', 'keydown', 'scroll', 'focusin', 'popstate']
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    for (const sign of signs) removeEventListener(sign, begin, true)
    // All files at once, not one layer of imports after the other.
    for (const href of held.dataset.ahead?.split(' ') ?? []) {
      const hint = document.createElement('link')
      hint.rel = 'modulepreload'
      hint.href = href
      document.head.append(hint)
    }
    // A script runs when it is put into the page; its text has the hash that the policy names.
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = held.textContent
    held.replaceWith(script)
  }
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true })
  // In the first quiet moment after the paint; not every browser tells of quiet moments.
  const whenQuiet = () => (window.requestIdleCallback ?? setTimeout)(begin)
  const whenPainted = (list: PerformanceObserverEntryList) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) whenQuiet()
  }
  const shown = () => {
    // What nobody looks at is not painted; and nothing waits for ever.
    if (document.hidden) return begin()
    setTimeout(begin, latestMs)
    new PerformanceObserver(whenPainted).observe({ type: 'paint', buffered: true })
  }
  if (document.readyState === 'complete') shown()
  else addEventListener('load', shown, { once: true })
}

/** The inline script that starts what `holdScripts` held back. */
const STARTER = `(${startHeld})("${HELD}", ${LATEST_MS})`

const HINT = /<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g
const ENTRY = /<script([^>]*) type="module"([^>]*)>/

/**
 * The page with its module script held back, and the starter behind it. Preload hints leave the head, where they hold
 * back the first paint, and become the list of files that the starter asks for. The starter carries the nonce of this
 * rendering like the other scripts.
 */
export function deferHydration(html: string, nonce: string): string {
  const ahead = [...html.matchAll(HINT)].map(([, href]) => href)
  const quiet = html.replace(HINT, '')
  const entry = ENTRY.exec(quiet)
  if (!entry) return quiet
  const end = quiet.indexOf('</script>', entry.index) + '</script>'.length
  const tag = `<script nonce="${nonce}" type="${HELD}" data-ahead="${ahead.join(' ')}">`
  const body = quiet.slice(entry.index + entry[0].length, end)
  const starter = `<script nonce="${nonce}">${STARTER}</script>`
  return quiet.slice(0, entry.index) + tag + body + starter + quiet.slice(end)
}
