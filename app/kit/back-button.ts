/**
 * Back closes the topmost open menu or dialog instead of leaving the page. Each has a history entry, a copy of the page's
 * with a mark, and the router never hears of it: nothing is loaded, so it works offline too.
 */
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** What closes each open menu or dialog, the topmost last. */
const open: (() => void)[] = []
/** The router's key of the page that is shown. */
let pageKey = 'default'
/** The key of the router's last entry, which it writes before its page is shown. */
let entryKey = 'default'
/** True from a step of our own until the browser has made it; what changes the history meanwhile waits in `later`. */
let isMoving = false
const later: (() => void)[] = []

/**
 * Gives what has just opened a history entry; `close` closes it when Back is pressed. Call the returned function when
 * it has closed in any way: it steps back from the entry if that is still there.
 */
export function holdBack(close: () => void): () => void {
  open.push(close)
  reconcile()
  return () => {
    const at = open.indexOf(close)
    if (at === -1) return
    open.splice(at, 1)
    reconcile()
  }
}

/** Steps along the history unseen by the router, and then does `change`. */
export function stepUnseen(steps: number, change: () => void): void {
  later.push(change)
  step(steps)
}

/** To be called before the router is made: it must hear of Back first. */
export function listenToBack(): void {
  const { history } = window
  const { pushState, replaceState } = History.prototype
  // A page opened from a menu or dialog takes the place of its entry, so that one press of Back returns from there.
  entryKey = present().key
  history.pushState = (...entry) => fromPage(() => write(pushState, entry))
  history.replaceState = (...entry) => fromPage(() => write(replaceState, entry))
  window.addEventListener('popstate', onPop, true)
}

function write(how: History['pushState'], entry: Parameters<History['pushState']>): void {
  how.apply(window.history, entry)
  entryKey = present().key
}

/** Once per page, in the root: follows the router. */
export function useBackButton(): void {
  const { key } = useLocation()
  useEffect(() => {
    pageKey = key
    // After a reload nothing is open any more; before scripts ran, a menu can have been opened.
    reconcile()
    // Menus close with their page, and its dialogs are gone.
    return () => void open.splice(0)
  }, [key])
}

/** The key and the number of marked entries of the present history entry. */
function present(): { key: string; overlays: number } {
  return { key: 'default', overlays: 0, ...window.history.state }
}

function step(steps: number): void {
  isMoving = true
  window.history.go(steps)
}

/** As many marked entries as there are open things. */
function reconcile(): void {
  const { key, overlays } = present()
  if (isMoving || key !== pageKey) return
  const { state } = window.history
  for (let next = overlays + 1; next <= open.length; next += 1)
    History.prototype.pushState.call(window.history, { ...state, overlays: next }, '')
  if (overlays > open.length) step(open.length - overlays)
}

/** Makes a change of the router's, once the history is at the page's own entry. */
function fromPage(change: () => void): void {
  if (isMoving && later.length > 0) settle()
  const { overlays } = present()
  if (isMoving || overlays > 0) later.push(change)
  else change()
  if (!isMoving && overlays > 0) step(-overlays)
}

function settle(): void {
  isMoving = false
  for (const change of later.splice(0)) change()
}

function onPop(event: PopStateEvent): void {
  const { key, overlays } = present()
  if (!isMoving && key !== entryKey && overlays === 0) {
    // The router's own: it shows another page.
    pageKey = key
    entryKey = key
    return
  }
  event.stopImmediatePropagation()
  if (!isMoving && key !== pageKey) {
    // The page was left with something open, by a link that loads a document.
    window.history.go(-overlays)
    return
  }
  if (isMoving) settle()
  else for (const close of open.splice(overlays).reverse()) close()
  reconcile()
}
