/** Cached pages run only a small script until a control is used. Once all scripts run, presses are repeated. */

/** Browsers run no script of these types. */
const DEFERRED_TYPE = 'deferred'
const UNUSED_TYPE = 'unused'
/** Controls that need the page's scripts. A GET form, such as the search, is faster without scripts. */
const CONTROLS = 'button:not(form[method=get] button),input,select,textarea,.menu>summary,[data-control]'
/** Cookies of visitors for whom scripts show more than the cached page. */
const STATE_COOKIES = /\b(cart|basket|account)=./
/** After this time the scripts are fetched, but not run. */
const AHEAD_MS = 5_000
/** If the scripts take longer, forms are sent without them. */
const LATE_MS = 10_000

type FormButton = HTMLButtonElement & { form: HTMLFormElement }

/** The text of this function runs in the visitor's browser, so it may use nothing from outside itself. */
function startDeferred(
  type: string,
  controls: string,
  stateCookies: RegExp,
  aheadMs: number,
  lateMs: number,
): void {
  // Shorter names, because the script may have 2 KB.
  const doc = document
  const root = doc.documentElement
  const untilHydrated = new AbortController()
  const listen = (names: string, listener: (event: MouseEvent) => void) => {
    for (const name of names.split(' '))
      addEventListener(name, listener as EventListener, { capture: true, signal: untilHydrated.signal })
  }
  let isStarted = false
  let isFetched = false
  /** True once the page is hydrated, or works without its scripts. */
  let isSettled = false
  let isRepeated: unknown = false
  const fetchFiles = (rel: string) => {
    isFetched = true
    const entry = doc.querySelector('[data-ahead]') as HTMLElement & { dataset: { ahead: string } }
    for (const href of entry.dataset.ahead.split(' '))
      doc.head.append(Object.assign(doc.createElement('link'), { rel, href, as: 'script' }))
  }
  const startScripts = () => {
    if (isStarted) return
    isStarted = true
    // React would replace a page that the browser has translated, and typed text would be lost.
    if (doc.querySelector('font font')) void withoutScripts()
    else {
      // After the next frame, so that the browser first shows the press.
      requestAnimationFrame(() => setTimeout(loadScripts))
    }
  }
  const loadScripts = () => {
    if (doc.readyState === 'loading') return listen('DOMContentLoaded', loadScripts)
    // Not earlier, because a tab in the background has no frame.
    setTimeout(withoutScripts, lateMs)
    // Fetches all files together, instead of discovering them import by import.
    fetchFiles('modulepreload')
    for (const script of doc.querySelectorAll<HTMLScriptElement>(`[type=${type}]`)) {
      script.type = script.dataset.ahead ? 'module' : ''
      // Inserting a script that has a runnable type runs it.
      script.replaceWith(script)
    }
  }
  const fetchAhead = () => {
    if (!isFetched) fetchFiles('prefetch')
  }
  const isControl = (event: Event) => (event.target as Element).closest?.(controls)
  listen('scroll', () => root.toggleAttribute('data-scrolled', scrollY > 10))
  listen('pointerdown focusin scroll', (event) => {
    if (isControl(event)) startScripts()
  })
  listen('keydown input', startScripts)
  // The scripts show a placeholder for a missing picture. Other errors are theirs: they may fail in this browser.
  listen('error', (event) => {
    if ((event.target as Element).localName === 'img') startScripts()
    else if (isStarted) void withoutScripts()
  })
  // Another tab, or another page in this tab, may have filled the cart.
  listen('pageshow visibilitychange', () => {
    let hasState: unknown = stateCookies.test(doc.cookie)
    try {
      hasState ||= localStorage.mixes
    } catch {}
    if (!hasState) return
    // Some browsers lack requestIdleCallback, or never call it after the last paint.
    const runIdle = window.requestIdleCallback ?? setTimeout
    runIdle(startScripts, { timeout: 1_000 } as IdleRequestOptions & number)
  })
  const pressed: (HTMLButtonElement | HTMLAnchorElement)[] = []
  /** True for links and for buttons that submit a form. Other buttons wait until the scripts run. */
  const worksAlone = ({ type }: HTMLButtonElement | HTMLAnchorElement) => type !== 'button'
  const isSending = () => isSettled && pressed.some(worksAlone)
  listen('click', (event) => {
    const control = (event.target as Element).closest<HTMLButtonElement | HTMLAnchorElement>('button,a')
    // A plain link waits too, because it would discard the presses before it.
    if (!control?.matches(pressed[0] ? '*' : controls)) return
    if (
      (isSettled && worksAlone(control) && !isSending()) ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey
    )
      return
    // The browser shows what is missing.
    if (control.type === 'submit' && control.matches('form:invalid *')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // A form is sent once, and a link followed once, however often it is pressed.
    if (!worksAlone(control) || !pressed.includes(control)) pressed.push(control)
    control.dataset.pressed = ''
    startScripts()
  })
  const pressAgain = () => {
    // One at a time, because each press acts on the result of the previous press.
    for (const control of pressed.splice(0))
      setTimeout(() => {
        delete control.dataset.pressed
        control.click()
      })
  }
  const withoutScripts = async () => {
    if (isSettled) return
    isSettled = true
    root.dataset.scripts = 'late'
    // The browser would follow only the last press.
    while (pressed.slice(1).some(worksAlone)) {
      const control = pressed.shift() as FormButton
      const { form, name } = control
      if (control.type === 'submit') {
        const body = new FormData(form)
        if (name) body.append(name, control.value)
        const hasFailed = await fetch(form.action, { method: 'post', body, redirect: 'manual' }).then(
          ({ status }) => status > 399,
          () => true,
        )
        // A form that fails is sent last, because the page after it shows the error.
        if (hasFailed && !isRepeated) isRepeated = pressed.push(control)
      }
    }
    if (isSending()) pressAgain()
  }
  // app/root.tsx dispatches this event.
  listen('hydrated', () => {
    delete root.dataset.scripts
    untilHydrated.abort()
    // While forms are being sent, the other presses follow.
    if (!isSending()) pressAgain()
    isSettled = true
  })
  listen('load', () => {
    listen('mouseover', (event) => {
      if (isControl(event)) fetchAhead()
    })
    setTimeout(fetchAhead, aheadMs)
  })
}

const ARGUMENTS = [
  ...[DEFERRED_TYPE, CONTROLS].map((text) => JSON.stringify(text)),
  STATE_COOKIES,
  AHEAD_MS,
  LATE_MS,
]

export const STARTER = `(${startDeferred})(${ARGUMENTS.join()})`

declare const __MINIFIED_STARTER__: string | undefined
/** Minified by the build, because it is part of every cached page. */
const INLINE = typeof __MINIFIED_STARTER__ === 'string' ? __MINIFIED_STARTER__ : STARTER

const HINT = /<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g
const ENTRY = /<script([^>]*) type="module"([^>]*)>/
/** The beginnings of the router's scripts. */
const DATA = 'window.__reactRouterContext'
const SCROLL = '((storageKey'

/** Removes preload hints from a page. `files`: the scripts that the hints name. */
function withoutHints(html: string) {
  return { page: html.replace(HINT, ''), files: [...html.matchAll(HINT)].map(([, href]) => href).join(' ') }
}

/** Returns rules by which browsers fetch the next page ahead. `paths`: cached pages, such as '/product/:id'. */
export function speculationRules(paths: readonly string[]): string {
  const links = paths.map((path) => {
    const [start = '', parameter] = path.split(':')
    // A page for writing a review is personal.
    return parameter
      ? `a[data-link][href^="${start}"]:not([href$="/review"])`
      : `a[data-link][href="${path}"]`
  })
  const where = { selector_matches: links.join() }
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] })
}

/**
 * Defers the page's module script, its data, and its preload hints, which delay the first paint. Disables the
 * router's scroll script, since the browser restores the scroll position itself. Throws without a module
 * script. `rules`: see `speculationRules`.
 */
export function deferHydration(html: string, nonce: string, rules: string): string {
  const { page, files } = withoutHints(html)
  const entry = ENTRY.exec(page)
  if (!entry) throw new Error('deferHydration found no module script in the page')
  const end = page.indexOf('</script>', entry.index) + '</script>'.length
  const tag = `<script nonce="${nonce}" type="${DEFERRED_TYPE}" data-ahead="${files}">`
  const body = page.slice(entry.index + entry[0].length, end)
  const plain = `<script nonce="${nonce}">`
  const starter = `${plain}${INLINE}</script>`
  const speculation = `<script nonce="${nonce}" type="speculationrules">${rules}</script>`
  const deferred = page.slice(0, entry.index) + tag + body + speculation + page.slice(end)
  // A script in the body would interrupt the parser, and with it the layout.
  return deferred
    .replace('</head>', () => `${starter}</head>`)
    .replaceAll(plain + DATA, `<script nonce="${nonce}" type="${DEFERRED_TYPE}">${DATA}`)
    .replace(plain + SCROLL, `<script nonce="${nonce}" type="${UNUSED_TYPE}">${SCROLL}`)
}

/** The text of a script that runs in the browser. */
const FETCH_AHEAD = `{
  const { dataset, nonce } = document.currentScript;
  for (const href of dataset.ahead.split(' '))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, nonce }));
}`

/** Fetches scripts after the stylesheet. On a slow line, fetching both together would delay the first paint. */
export function scriptsAfterStyles(html: string, nonce: string): string {
  const { page, files } = withoutHints(html)
  const fetches = `<script nonce="${nonce}" data-ahead="${files}">${FETCH_AHEAD}</script>`
  return files === '' ? html : page.replace(ENTRY, (entry) => fetches + entry)
}
