/** Keeps the page and its unsaved input if a request fails without a network, or after the session has ended. */
import { useEffect, useRef, useState } from 'react'
import {
  type BlockerFunction,
  type DataRouter,
  type DataStrategyResult,
  type MiddlewareFunction,
  useBlocker,
  useLocation,
} from 'react-router'
import { englishKey, isNetworkError, isShownInHindi, NO_NETWORK } from '#app/frame/error-page.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { COORDINATOR_HOME, isWorkerPath } from '#app/kit/paths.ts'

type Results = Record<string, DataStrategyResult>
declare global {
  interface Window {
    __reactRouterDataRouter?: DataRouter
  }
}

type Path = { pathname: string; search: string }

/** Shows the message, each time as a new alert. Removes it after a response, or once the network is back. */
let showNotice: (isOffline: boolean) => void = () => {}
/** True while a failed navigation is undone. The page then keeps its data. */
let isReturning = false
/** The data of the last pages, by the router's key, for Back and Forward without a network. Each form clears it. */
const pageCache = new Map<string, Results>()
const MAX_PAGES = 10

export function OfflineNotice() {
  const [times, setTimes] = useState(0)
  useBlocker(blockOffline)
  useEffect(() => {
    showNotice = (isOffline) => setTimes((count) => (isOffline ? count + 1 : 0))
    const onOnline = () => showNotice(false)
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [])
  return times > 0 && <Message key={times} />
}

function Message() {
  const element = useRef<HTMLDivElement>(null)
  // Without this, a dialog would cover the notice.
  useEffect(() => element.current?.showPopover?.(), [])
  const language = isShownInHindi() ? 'hi' : 'en'
  const { pathname } = useLocation()
  const { title, line } = NO_NETWORK[language === 'hi' ? 'hi' : englishKey(pathname)]
  return (
    <div ref={element} popover="manual" role="alert" lang={language} className="toast offline">
      <Icon name="circle-alert" />
      <span>{language === 'hi' ? `${title}। ${line}` : line}</span>
    </div>
  )
}

/** Blocks navigations and forms without a network: a missing script would make the router reload the document. */
const blockOffline: BlockerFunction = ({ currentLocation: here, nextLocation: there, historyAction }) => {
  // Uses an event, since a shared module would load the dashboard's script on public pages; see unsaved-guard.tsx.
  const isBack = historyAction === 'POP' && !isSame(here, there)
  if (isBack && !dispatchEvent(new Event('beforeback', { cancelable: true }))) return true
  if (navigator.onLine || isReturning || isExempt(here, there)) return false
  // The service worker stores a coordinator's pages, and shows an offline page instead of a page that is not stored.
  if (there.pathname.startsWith(COORDINATOR_HOME) && navigator.serviceWorker?.controller) return false
  // A fragment needs no request.
  if (isSame(here, there) && (there.hash !== '' || historyAction === 'POP')) return false
  if (historyAction === 'POP' && pageCache.has(there.key)) return false
  showNotice(true)
  return true
}

/** The root's middleware. Keeps the page if a request gets no response, or a form comes after the session's end. */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const router = window.__reactRouterDataRouter
  const { pathname, search } = new URL(request.url)
  if (!router || isExempt(router.state.location, { pathname, search })) return next()
  const { location } = router.state
  const isLoading = request.method === 'GET' && isSame(location, { pathname, search })
  if (isReturning && isLoading) return currentData()
  const { formMethod } = router.state.navigation
  // After a form was sent, the page's data may be outdated.
  if (request.method === 'GET' && !isLoading && !formMethod && !router.state.errors) cachePage(location.key)
  const results = await next()
  const isOffline = Object.values(results).some(isNetworkFailure)
  // A form that reached the shop may have changed the data of any cached page.
  if (request.method !== 'GET' && !isOffline) pageCache.clear()
  // An error page has nothing to keep, and an aborted request was replaced by another navigation.
  if (router.state.errors || request.signal.aborted) return results
  const { state, historyAction, location: destination } = router.state.navigation
  if (isOffline && !isLoading && historyAction === 'POP') {
    // Back has already changed the history entry, so its stored data are shown.
    const stored = destination && pageCache.get(destination.key)
    if (stored) showNotice(true)
    return stored ?? results
  }
  const isForm = request.method !== 'GET' && location.pathname.startsWith('/admin/')
  const isSignedOut = isForm && Object.values(results).some(isUnauthorized)
  showNotice(isOffline)
  // For forms, the dashboard's frame shows the message, with its own script.
  if (isForm) dispatchEvent(new CustomEvent('formanswer', { detail: { isSignedOut } }))
  if (!isOffline && !isSignedOut) return results
  if (isLoading) return { ...results, ...currentData() }
  if (state === 'idle') return withoutErrors(results)
  isReturning = true
  const options = { replace: true, preventScrollReset: true, state: location.state }
  await router.navigate(location, options).finally(() => {
    isReturning = false
  })
  return results
}

/** Returns the data that the page shows, as if they had just been loaded. */
function currentData(): Results {
  const state = window.__reactRouterDataRouter?.state
  const ids = state?.matches.map(({ route }) => route.id) ?? []
  return Object.fromEntries(ids.map((id) => [id, { type: 'data', result: state?.loaderData[id] }]))
}

function cachePage(key: string): void {
  pageCache.delete(key)
  pageCache.set(key, currentData())
  const [oldest = ''] = pageCache.keys()
  if (pageCache.size > MAX_PAGES) pageCache.delete(oldest)
}

/** Removes the errors of a form that was sent without a navigation, so that they do not replace the page. */
function withoutErrors(results: Results): Results {
  const withoutError = (result: DataStrategyResult): DataStrategyResult =>
    isNetworkFailure(result) || isUnauthorized(result) ? { type: 'data', result: undefined } : result
  return Object.fromEntries(Object.entries(results).map(([id, result]) => [id, withoutError(result)]))
}

/** True for an error without a network. The error of an action comes wrapped. */
function isNetworkFailure({ type, result }: DataStrategyResult): boolean {
  const error = result as { data?: unknown } | undefined
  return type === 'error' && (isNetworkError(error) || isNetworkError(error?.data))
}

function isUnauthorized({ type, result }: DataStrategyResult): boolean {
  const error = result as { status?: number; data?: { status?: number } } | undefined
  return type === 'error' && (error?.status ?? error?.data?.status) === 401
}

function isSame(here: Path, there: Path): boolean {
  return here.pathname === there.pathname && here.search === there.search
}

/** True if the checkout or the worker’s screens handle the missing network themselves. */
function isExempt(here: Path, there: Path): boolean {
  const isCheckout = here.pathname === '/checkout' && there.pathname === '/checkout'
  return isCheckout || isWorkerPath(here.pathname) || isWorkerPath(there.pathname)
}
