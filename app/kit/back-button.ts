/** Back closes the topmost open menu or dialog. Each has a history entry that the router never sees. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Close functions of the open menus and dialogs, the topmost last. */
const open: (() => void)[] = []
/** The router's current entry, its page, and the page from which it was opened. */
let entry = { key: 'default', page: '', openedFrom: '' }
/** The router's key of the page that is shown: a moment after its entry is written. */
let shownKey = 'default'
/** True during a history step of this module. Other changes wait in `queue`. */
let isMoving = false
const queue: (() => void)[] = []
/** The history entry after `goToPageBefore`, until the browser has made its step. */
let leaving: typeof entry | null = null

/** Adds a history entry; Back calls `close`. Call the returned function after closing. */
export function holdBack(close: () => void): () => void {
  open.push(close)
  enqueue(reconcile)
  return () => {
    const at = open.indexOf(close)
    if (at === -1) return
    open.splice(at, 1)
    enqueue(reconcile)
  }
}

/** The page, with its query, from which the present one was opened; '' for the first of the shop. */
export function pageBefore(): string {
  return entry.openedFrom
}

/** Goes back to that page. A press that comes before the browser has made the step goes on from there. */
export function goToPageBefore(): void {
  entry = { ...entry, page: entry.openedFrom, openedFrom: '' }
  leaving = entry
  enqueue(() => step(-1 - present().overlays))
}

/** To be called before the router is made: it must hear of Back first. */
export function listenToBack(): void {
  const { history } = window
  const { pushState, replaceState } = History.prototype
  entry = present()
  history.pushState = (...to) => fromRouter(pushState, to, entry.page)
  history.replaceState = (...to) =>
    isEntryLeft() ? fromRouter(pushState, to, entry.page) : fromRouter(replaceState, to, entry.openedFrom)
  window.addEventListener('popstate', onPop, true)
}

/** True if the browser is already leaving the entry that the router would replace. */
function isEntryLeft(): boolean {
  const routers = window.__reactRouterDataRouter?.state.location.key
  return entry === leaving || (routers !== undefined && routers !== present().key)
}

/** Once per page, in the root: a reload closes everything, and what stays open on a new entry needs its mark. */
export function useBackButton(): void {
  const { key } = useLocation()
  useEffect(() => {
    shownKey = key
    enqueue(reconcile)
  }, [key])
}

/** The present history entry, and how many marks lie between it and the page's own. */
function present() {
  const { pathname, search } = window.location
  return { key: 'default', openedFrom: '', overlays: 0, ...window.history.state, page: pathname + search }
}

function enqueue(change: () => void): void {
  queue.push(change)
  advance()
}

function advance(): void {
  while (!isMoving && queue.length > 0) queue.shift()?.()
}

function step(steps: number): void {
  isMoving = true
  window.history.go(steps)
}

/** As many marked entries as there are open things; those of a page that is being left are about to go. */
function reconcile(): void {
  const { state } = window.history
  const { key, overlays } = present()
  if (key !== shownKey) return
  for (let next = overlays + 1; next <= open.length; next += 1)
    History.prototype.pushState.call(window.history, { ...state, overlays: next }, '')
  if (overlays > open.length) step(open.length - overlays)
}

/** Writes a change of the router over the marks of open menus, so that one press of Back returns to the page. */
function fromRouter(
  how: History['pushState'],
  [state, title, url]: Parameters<History['pushState']>,
  openedFrom: string,
): void {
  const { pathname, search } = new URL(url ?? '', window.location.href)
  entry = { ...entry, page: pathname + search, openedFrom }
  const write = () => {
    how.call(window.history, { ...state, openedFrom, overlays: 0 }, title, url)
    entry = present()
  }
  enqueue(() => {
    const { overlays } = present()
    if (overlays === 0) {
      write()
    } else {
      queue.unshift(write)
      step(-overlays)
    }
  })
}

function onPop(event: PopStateEvent): void {
  const { key, overlays } = present()
  if (key === entry.key) {
    event.stopImmediatePropagation()
    if (!isMoving) for (const close of open.splice(overlays).reverse()) close()
    isMoving = false
    enqueue(reconcile)
  } else if (overlays > 0) {
    // Forward beyond a page's own entry, which lies before its marks.
    event.stopImmediatePropagation()
    step(-overlays)
  } else {
    onPage(event)
  }
}

/** The router's own: it shows another page, unless the visitor pressed something that leads on from there. */
function onPage(event: PopStateEvent): void {
  const isLoading = window.__reactRouterDataRouter?.state.navigation.state !== 'idle'
  if (leaving && (isLoading || entry !== leaving)) event.stopImmediatePropagation()
  else queue.length = 0
  leaving = null
  entry = present()
  isMoving = false
  advance()
}
