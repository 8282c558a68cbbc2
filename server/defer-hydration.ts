/** Hydrates cached pages after the first paint, or at the first touch or key. Pressed buttons wait for the scripts. */

/** Browsers run no script of this type. */
const DEFERRED_TYPE = 'text/held'
/** The scripts start this long after the page has loaded, at the latest. */
const LATEST_MS = 3_000
/** After this wait, forms are sent without scripts. */
const LATE_MS = 10_000
/** Pause before a missing stylesheet is requested again. */
const AGAIN_MS = 2_000

type Passing = { createHTML(text: string): string; createScript(text: string): string }
type Trusting = { trustedTypes?: { createPolicy(name: 'held', rules: Passing): Passing } }

/** The text runs in the visitor's browser, so it may use nothing from outside. */
function startHeld(type: string, latestMs: number, lateMs: number, againMs: number): void {
  const held = document.querySelector<HTMLScriptElement>(`script[type="${type}"]`)
  if (!held) return
  // No pointer movement: browsers report one for a resting pointer.
  const signs = ['pointerdown', 'keydown', 'scroll', 'focusin', 'popstate']
  const root = document.documentElement
  const rest = document.querySelector('head > noscript')
  // Allows only text that is already in the page.
  const inPage = (text: string) => (text === held.textContent || text === rest?.textContent ? text : '')
  const rules = { createHTML: inPage, createScript: inPage }
  const policy = (window as Trusting).trustedTypes?.createPolicy('held', rules) ?? rules
  let begun = false
  let late: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    if (!held.isConnected) return
    // A script element runs when it is inserted; the policy names the hash of its text.
    const script = document.createElement('script')
    script.type = 'module'
    script.onerror = withoutScripts
    script.textContent = policy.createScript(held.textContent ?? '')
    held.replaceWith(script)
  }
  const whenIdle = (then: () => void) => {
    // Some browsers lack requestIdleCallback, or never call it after the last paint.
    if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: 1_000 })
    else setTimeout(then)
  }
  const begin = () => {
    if (begun) return
    begun = true
    late = setTimeout(withoutScripts, lateMs)
    // The scripts may have failed in this browser.
    addEventListener('error', withoutScripts)
    // Loads all files together instead of one layer of imports after the other.
    for (const href of held.dataset.ahead?.split(' ') ?? []) {
      const hint = document.createElement('link')
      hint.rel = 'modulepreload'
      hint.href = href
      document.head.append(hint)
    }
    // Loads whole stylesheets before hydration, which may need them.
    const first = rest?.previousElementSibling
    if (!rest || !first) return start()
    rest.outerHTML = policy.createHTML(rest.textContent ?? '')
    const arrived = (link: HTMLLinkElement) =>
      new Promise((resolve) => {
        link.onload = resolve
        link.onerror = () => {
          start()
          setTimeout(() => {
            // React knows the first link, so a second one is added.
            const again = link.cloneNode() as HTMLLinkElement
            link.after(again)
            resolve(arrived(again))
          }, againMs)
        }
      })
    const whole = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(arrived)
    void Promise.all(whole).then(() => {
      first.remove()
      start()
    })
  }
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true })
  const pressed: HTMLButtonElement[] = []
  const hold = (event: MouseEvent) => {
    const button = (event.target as Element).closest('button')
    // A GET form, such as the search, is faster without scripts.
    if (!button || button.form?.method === 'get') return
    if (button.type === 'submit' && root.dataset.scripts) return
    event.preventDefault()
    event.stopImmediatePropagation()
    button.dataset.pressed = ''
    pressed.push(button)
    begin()
  }
  const pressAgain = () => {
    // One at a time: each acts on the result of the previous one.
    for (const button of pressed.splice(0))
      setTimeout(() => {
        delete button.dataset.pressed
        button.click()
      })
  }
  const withoutScripts = () => {
    root.dataset.scripts = 'late'
    pressAgain()
  }
  addEventListener('click', hold, true)
  // Dispatched by app/root.tsx.
  const hydrated = () => {
    clearTimeout(late)
    delete root.dataset.scripts
    removeEventListener('error', withoutScripts)
    removeEventListener('click', hold, true)
    pressAgain()
  }
  addEventListener('hydrated', hydrated, { once: true })
  const whenPainted = (list: PerformanceObserverEntryList) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) whenIdle(begin)
  }
  const whenLoaded = () => {
    // A hidden page is never painted.
    if (document.hidden) return begin()
    setTimeout(begin, latestMs)
    new PerformanceObserver(whenPainted).observe({ type: 'paint', buffered: true })
  }
  if (document.readyState === 'complete') whenLoaded()
  else addEventListener('load', whenLoaded, { once: true })
}

export const STARTER = `(${startHeld})("${DEFERRED_TYPE}", ${LATEST_MS}, ${LATE_MS}, ${AGAIN_MS})`

declare const __MINIFIED_STARTER__: string | undefined
/** Minified by the build: page and headers must fit in the first ten packets. */
const INLINE = typeof __MINIFIED_STARTER__ === 'string' ? __MINIFIED_STARTER__ : STARTER

const HINT = /<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g
const ENTRY = /<script([^>]*) type="module"([^>]*)>/

/** Defers the page's module script and its preload hints, which delay the first paint. Throws without such a script. */
export function deferHydration(html: string, nonce: string): string {
  const ahead = [...html.matchAll(HINT)].map(([, href]) => href)
  const quiet = html.replace(HINT, '')
  const entry = ENTRY.exec(quiet)
  if (!entry) throw new Error('deferHydration found no module script in the page')
  const end = quiet.indexOf('</script>', entry.index) + '</script>'.length
  const tag = `<script nonce="${nonce}" type="${DEFERRED_TYPE}" data-ahead="${ahead.join(' ')}">`
  const body = quiet.slice(entry.index + entry[0].length, end)
  const starter = `<script nonce="${nonce}">${INLINE}</script>`
  return quiet.slice(0, entry.index) + tag + body + starter + quiet.slice(end)
}

/** The text runs in the browser. */
const FETCH_AHEAD = `{
  const { dataset, nonce } = document.currentScript;
  for (const href of dataset.ahead.split(' '))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, nonce }));
}`

/** Fetches scripts after the stylesheet: together they would share a slow line and delay the first paint. */
export function scriptsAfterStyles(html: string, nonce: string): string {
  const ahead = [...html.matchAll(HINT)].map(([, href]) => href)
  const quiet = html.replace(HINT, '')
  const fetches = `<script nonce="${nonce}" data-ahead="${ahead.join(' ')}">${FETCH_AHEAD}</script>`
  return ahead.length > 0 ? quiet.replace(ENTRY, (entry) => fetches + entry) : html
}
