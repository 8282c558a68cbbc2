/** Cached pages run no script until a control is used. The press that starts the scripts is repeated once they run. */

/** Browsers run no script of this type. */
const DEFERRED_TYPE = 'text/held'
/** Controls that need the page's scripts. A GET form, such as the search, is faster without them. */
const CONTROLS =
  'button:not(form[method=get] button), input, select, textarea, .menu > summary, [data-control]'
/** Cookies of visitors for whom the scripts show more than the page does; so do stored mixes. */
const STATE = '(^|; )(__Host-)?(cart|basket|account)=.'
/** The scripts of a page that has been read for so long are fetched, but not run. */
const AHEAD_MS = 5_000
/** After this wait, forms are sent without scripts. */
const LATE_MS = 10_000

type Passing = { createScript(text: string): string }
type Trusting = { trustedTypes?: { createPolicy(name: 'held', rules: Passing): Passing } }

/** The text runs in the visitor's browser, so it may use nothing from outside. */
function startHeld(type: string, controls: string, state: string, aheadMs: number, lateMs: number): void {
  const held = document.querySelector<HTMLScriptElement>(`script[type="${type}"]`)
  if (!held) return
  const root = document.documentElement
  const files = held.dataset.ahead?.split(' ') ?? []
  // Allows only text that is already in the page.
  const rules = { createScript: (text: string) => (text === held.textContent ? text : '') }
  const policy = (window as Trusting).trustedTypes?.createPolicy('held', rules) ?? rules
  let begun = false
  let isAhead = false
  let late: ReturnType<typeof setTimeout> | undefined
  const link = (rel: string) => {
    for (const href of files)
      document.head.append(Object.assign(document.createElement('link'), { rel, href, as: 'script' }))
  }
  const begin = () => {
    if (begun) return
    begun = true
    // React would replace a page that the browser has translated, with all that was typed.
    if (document.querySelector('font font')) return withoutScripts()
    late = setTimeout(withoutScripts, lateMs)
    // The scripts may have failed in this browser.
    addEventListener('error', withoutScripts)
    // Loads all files together instead of one layer of imports after the other.
    link('modulepreload')
    // A script element runs when it is inserted; the policy names the hash of its text.
    const script = document.createElement('script')
    script.type = 'module'
    script.onerror = withoutScripts
    script.textContent = policy.createScript(held.textContent ?? '')
    held.replaceWith(script)
  }
  const fetchAhead = () => {
    if (!begun && !isAhead) link('prefetch')
    isAhead = true
  }
  const isControl = ({ target }: Event) => target instanceof Element && target.closest(controls) !== null
  const onNear = (event: Event) => {
    if (isControl(event)) fetchAhead()
  }
  const onUse = (event: Event) => {
    if (isControl(event)) begin()
  }
  const whenIdle = (then: () => void) => {
    // Some browsers lack requestIdleCallback, or never call it after the last paint.
    if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: 1_000 })
    else setTimeout(then)
  }
  const hasMixes = () => {
    try {
      return localStorage.mixes
    } catch {
      return false
    }
  }
  const beginForState = () => {
    if (new RegExp(state).test(document.cookie) || hasMixes()) whenIdle(begin)
  }
  const onScroll = (event?: Event) => {
    root.toggleAttribute('data-scrolled', scrollY > 10)
    if (event) onUse(event)
  }
  onScroll()
  // The scripts show a placeholder for a missing picture.
  const onMissing = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) begin()
  }
  const listeners: [names: string, listener: (event: Event) => void][] = [
    ['pointerdown focusin', onUse],
    ['keydown input', begin],
    ['mouseover', onNear],
    ['scroll', onScroll],
    ['error', onMissing],
  ]
  for (const [names, listener] of listeners)
    for (const name of names.split(' ')) addEventListener(name, listener, { capture: true, passive: true })
  const pressed: HTMLElement[] = []
  const hold = (event: MouseEvent) => {
    const control = (event.target as Element).closest<HTMLButtonElement | HTMLAnchorElement>(
      'button, a[data-control]',
    )
    if (!control?.matches(controls) || event.metaKey || event.ctrlKey || event.shiftKey) return
    if (control.type !== 'button' && root.dataset.scripts) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // A form is sent once, however often its button is pressed.
    if (control.type !== 'submit' || !pressed.includes(control)) pressed.push(control)
    control.dataset.pressed = ''
    begin()
  }
  const pressAgain = () => {
    // One at a time: each acts on the result of the previous one.
    for (const control of pressed.splice(0))
      setTimeout(() => {
        delete control.dataset.pressed
        control.click()
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
    for (const [names, listener] of listeners)
      for (const name of names.split(' ')) removeEventListener(name, listener, true)
    // The router fetches pages ahead from now on.
    document.querySelector('script[type=speculationrules]')?.remove()
    pressAgain()
  }
  addEventListener('hydrated', hydrated, { once: true })
  // Another tab, or another page of this one, may have filled the cart.
  for (const event of ['pageshow', 'visibilitychange']) addEventListener(event, beginForState)
  const whenLoaded = () => setTimeout(() => whenIdle(fetchAhead), aheadMs)
  if (document.readyState === 'complete') whenLoaded()
  else addEventListener('load', whenLoaded, { once: true })
}

const ARGUMENTS = [DEFERRED_TYPE, CONTROLS, STATE, AHEAD_MS, LATE_MS]

export const STARTER = `(${startHeld})(${ARGUMENTS.map((argument) => JSON.stringify(argument)).join()})`

declare const __MINIFIED_STARTER__: string | undefined
/** Minified by the build: page and headers must fit in the first ten packets. */
const INLINE = typeof __MINIFIED_STARTER__ === 'string' ? __MINIFIED_STARTER__ : STARTER

const HINT = /<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g
const ENTRY = /<script([^>]*) type="module"([^>]*)>/

/** Rules by which browsers fetch the next page ahead. `paths`: of cached pages, '/product/:id'. */
export function speculationRules(paths: readonly string[]): string {
  const links = paths.map((path) => {
    const [start = '', parameter] = path.split(':')
    // A review's page is made for one person.
    return parameter
      ? `a[data-link][href^="${start}"]:not([href$="/review"])`
      : `a[data-link][href="${path}"]`
  })
  const where = { selector_matches: links.join() }
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] })
}

/**
 * Defers the page's module script and its preload hints, which delay the first paint. Throws without such a script.
 * `rules`: see `speculationRules`.
 */
export function deferHydration(html: string, nonce: string, rules: string): string {
  const ahead = [...html.matchAll(HINT)].map(([, href]) => href)
  const quiet = html.replace(HINT, '')
  const entry = ENTRY.exec(quiet)
  if (!entry) throw new Error('deferHydration found no module script in the page')
  const end = quiet.indexOf('</script>', entry.index) + '</script>'.length
  const tag = `<script nonce="${nonce}" type="${DEFERRED_TYPE}" data-ahead="${ahead.join(' ')}">`
  const body = quiet.slice(entry.index + entry[0].length, end)
  const starter = `<script nonce="${nonce}">${INLINE}</script>`
  const speculation = `<script nonce="${nonce}" type="speculationrules">${rules}</script>`
  return quiet.slice(0, entry.index) + tag + body + starter + speculation + quiet.slice(end)
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
