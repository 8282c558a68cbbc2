/** Back closes the topmost overlay (menu or dialog). Each has a history entry, which the router never sees. */
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Close functions of the open overlays, the topmost last. */
const open: (() => void)[] = []
/** The router's current history entry, its page, and the page from which it was opened. */
let entry = { key: 'default', page: '', openedFrom: '' }
/** The router's key of the rendered page. It is set a moment after the history entry is written. */
let shownKey = 'default'
/** True while this module moves in the history. Other changes wait in `queue`. */
let isMoving = false
const queue: (() => void)[] = []
/** The entry from which `goToPageBefore` goes back, until the browser has done so. */
let leaving: typeof entry | null = null

/** Adds a history entry; Back calls `close`. Call the returned function after closing. */
export function closeOnBack(close: () => void): () => void {
  open.push(close)
  enqueue(reconcile)
  return () => {
    const at = open.indexOf(close)
    if (at === -1) return
    open.splice(at, 1)
    enqueue(reconcile)
  }
}

/** Returns path and query of the page from which the current page was opened; '' for the first page. */
export function pageBefore(): string {
  return entry.openedFrom
}

/**
 * Goes back to the page that `pageBefore` returns. A navigation that starts before the browser has gone back
 * continues from that page.
 */
export function goToPageBefore(): void {
  entry = { ...entry, page: entry.openedFrom, openedFrom: '' }
  leaving = entry
  enqueue(() => step(-1 - currentEntry().overlays))
}

/** Call it before the router is created, so that this module handles Back first. */
export function listenToBack(): void {
  const { history } = window
  const { pushState, replaceState } = History.prototype
  entry = currentEntry()
  history.pushState = (...to) => writeEntry(pushState, to, entry.page)
  history.replaceState = (...to) =>
    isEntryLeft() ? writeEntry(pushState, to, entry.page) : writeEntry(replaceState, to, entry.openedFrom)
  window.addEventListener('popstate', onPop, true)
}

/** True if the browser is already leaving the entry that the router wants to replace. */
function isEntryLeft(): boolean {
  const routerKey = window.__reactRouterDataRouter?.state.location.key
  return entry === leaving || (routerKey !== undefined && routerKey !== currentEntry().key)
}

/** Used once, in the root. After a reload or navigation, adds history entries for the overlays that are open. */
export function useBackButton(): void {
  const { key } = useLocation()
  useEffect(() => {
    shownKey = key
    enqueue(reconcile)
  }, [key])
}

/** Returns the current history entry, and how many overlay entries lie between it and the page's own entry. */
function currentEntry() {
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

/** Adds or removes history entries until each open overlay has exactly one, unless the page is being left. */
function reconcile(): void {
  const { state } = window.history
  const { key, overlays } = currentEntry()
  if (key !== shownKey) return
  for (let next = overlays + 1; next <= open.length; next += 1)
    History.prototype.pushState.call(window.history, { ...state, overlays: next }, '')
  if (overlays > open.length) step(open.length - overlays)
}

/** Writes the router's change over the overlay entries, so that a single press of Back returns to the page. */
function writeEntry(
  method: History['pushState'],
  [state, title, url]: Parameters<History['pushState']>,
  openedFrom: string,
): void {
  const { pathname, search } = new URL(url ?? '', window.location.href)
  entry = { ...entry, page: pathname + search, openedFrom }
  const write = () => {
    method.call(window.history, { ...state, openedFrom, overlays: 0 }, title, url)
    entry = currentEntry()
  }
  enqueue(() => {
    const { overlays } = currentEntry()
    if (overlays === 0) {
      write()
    } else {
      queue.unshift(write)
      step(-overlays)
    }
  })
}

function onPop(event: PopStateEvent): void {
  const { key, overlays } = currentEntry()
  if (key === entry.key) {
    event.stopImmediatePropagation()
    if (!isMoving) for (const close of open.splice(overlays).reverse()) close()
    isMoving = false
    enqueue(reconcile)
  } else if (overlays > 0) {
    // Forward has reached an overlay entry. The page's own entry is before it.
    event.stopImmediatePropagation()
    step(-overlays)
  } else {
    onPageEntry(event)
  }
}

/** Lets the router show the page that Back or Forward reached, unless a newer navigation has started. */
function onPageEntry(event: PopStateEvent): void {
  const isLoading = window.__reactRouterDataRouter?.state.navigation.state !== 'idle'
  if (leaving && (isLoading || entry !== leaving)) event.stopImmediatePropagation()
  else queue.length = 0
  leaving = null
  entry = currentEntry()
  isMoving = false
  advance()
}
