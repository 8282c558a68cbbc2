/** Keeps the page and all that was typed when a request fails without a network or after the session's end. */
import { useEffect, useRef, useState } from 'react'
import {
  type BlockerFunction,
  type DataRouter,
  type DataStrategyResult,
  type MiddlewareFunction,
  useBlocker,
  useLocation,
} from 'react-router'
import { englishOf, isNetworkError, isShownInHindi, NO_NETWORK } from '#app/frame/error-page.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { COORDINATOR_HOME, isWorkerPath } from '#app/kit/paths.ts'

type Results = Record<string, DataStrategyResult>
declare global {
  interface Window {
    __reactRouterDataRouter?: DataRouter
  }
}

type Path = { pathname: string; search: string }

/** Shows the message, each time as a new alert, or removes it: the shop responded, or the network is back. */
let tell: (isOffline: boolean) => void = () => {}
/** True while a failed navigation is undone; the page then keeps its data. */
let isReturning = false
/** The data of the pages left last, by the router's key, for Back and Forward offline; cleared with each form sent. */
const left = new Map<string, Results>()
const MOST_LEFT = 10

export function OfflineNotice() {
  const [times, setTimes] = useState(0)
  useBlocker(staysHere)
  useEffect(() => {
    tell = (isOffline) => setTimes((count) => (isOffline ? count + 1 : 0))
    const onOnline = () => tell(false)
    addEventListener('online', onOnline)
    return () => removeEventListener('online', onOnline)
  }, [])
  return times > 0 && <Message key={times} />
}

function Message() {
  const element = useRef<HTMLDivElement>(null)
  // A dialog would cover it otherwise.
  useEffect(() => element.current?.showPopover?.(), [])
  const language = isShownInHindi() ? 'hi' : 'en'
  const { pathname } = useLocation()
  const { title, line } = NO_NETWORK[language === 'hi' ? 'hi' : englishOf(pathname)]
  return (
    <div ref={element} popover="manual" role="alert" lang={language} className="toast offline">
      <Icon name="circle-alert" />
      <span>{language === 'hi' ? `${title}। ${line}` : line}</span>
    </div>
  )
}

/** Blocks navigations and forms without a network, since a missing script would reload the document. */
const staysHere: BlockerFunction = ({ currentLocation: here, nextLocation: there, historyAction }) => {
  // An event, since a shared module would bring the dashboard's script to public pages; see unsaved-guard.tsx.
  const isBack = historyAction === 'POP' && !isSame(here, there)
  if (isBack && !dispatchEvent(new Event('beforeback', { cancelable: true }))) return true
  if (navigator.onLine || isReturning || isElsewhere(here, there)) return false
  // The phone stores a coordinator's pages, with a page for all others that says so.
  if (there.pathname.startsWith(COORDINATOR_HOME) && navigator.serviceWorker?.controller) return false
  // Nothing is loaded for a fragment.
  if (isSame(here, there) && (there.hash !== '' || historyAction === 'POP')) return false
  if (historyAction === 'POP' && left.has(there.key)) return false
  tell(true)
  return true
}

/** In the root: a request that never reached the shop, or a form after the session's end, keeps the page. */
export const keepsPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const router = window.__reactRouterDataRouter
  const { pathname, search } = new URL(request.url)
  if (!router || isElsewhere(router.state.location, { pathname, search })) return next()
  const { location } = router.state
  const isLoading = request.method === 'GET' && isSame(location, { pathname, search })
  if (isReturning && isLoading) return presentData()
  const { formMethod } = router.state.navigation
  // After a form the page's data may be outdated.
  if (request.method === 'GET' && !isLoading && !formMethod && !router.state.errors) keepLeft(location.key)
  const results = await next()
  const isOffline = Object.values(results).some(isUnreached)
  // A form that reached the shop may have changed any of the kept pages.
  if (request.method !== 'GET' && !isOffline) left.clear()
  // A page of an error has nothing to keep. Aborted: another navigation has taken its place.
  if (router.state.errors || request.signal.aborted) return results
  const { state, historyAction, location: destination } = router.state.navigation
  if (isOffline && !isLoading && historyAction === 'POP') {
    // Back has left the page's entry already.
    const stored = destination && left.get(destination.key)
    if (stored) tell(true)
    return stored ?? results
  }
  const isForm = request.method !== 'GET' && location.pathname.startsWith('/admin/')
  const isSignedOut = isForm && Object.values(results).some(isUnauthorized)
  tell(isOffline)
  // The dashboard's frame shows it, with its own script.
  if (isForm) dispatchEvent(new CustomEvent('formanswer', { detail: { isSignedOut } }))
  if (!isOffline && !isSignedOut) return results
  if (isLoading) return { ...results, ...presentData() }
  if (state === 'idle') return withoutErrors(results)
  isReturning = true
  const options = { replace: true, preventScrollReset: true, state: location.state }
  await router.navigate(location, options).finally(() => {
    isReturning = false
  })
  return results
}

/** The data that the page shows, as if it had just been loaded. */
function presentData(): Results {
  const state = window.__reactRouterDataRouter?.state
  const ids = state?.matches.map(({ route }) => route.id) ?? []
  return Object.fromEntries(ids.map((id) => [id, { type: 'data', result: state?.loaderData[id] }]))
}

function keepLeft(key: string): void {
  left.delete(key)
  left.set(key, presentData())
  const [oldest = ''] = left.keys()
  if (left.size > MOST_LEFT) left.delete(oldest)
}

/** For a form without a navigation: it gets no answer. */
function withoutErrors(results: Results): Results {
  const withoutError = (result: DataStrategyResult): DataStrategyResult =>
    isUnreached(result) || isUnauthorized(result) ? { type: 'data', result: undefined } : result
  return Object.fromEntries(Object.entries(results).map(([id, result]) => [id, withoutError(result)]))
}

/** An action's error comes wrapped. */
function isUnreached({ type, result }: DataStrategyResult): boolean {
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

/** True where something else deals with a missing network. */
function isElsewhere(here: Path, there: Path): boolean {
  const isCheckout = here.pathname === '/checkout' && there.pathname === '/checkout'
  return isCheckout || isWorkerPath(here.pathname) || isWorkerPath(there.pathname)
}
