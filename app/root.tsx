import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useMatches } from 'react-router'
import { AnyError } from '#app/frame/any-error.tsx'
import { usePageHandle } from '#app/frame/page-head.tsx'
import { PageSheet } from '#app/frame/page-sheet.tsx'
import { shopFrame } from '#app/frame/shop-frame-here.ts'
import { isEnglish, useRootData } from '#app/frame/use-root-data.ts'
import { useBackButton } from '#app/kit/back-button.ts'
import { LinkListener } from '#app/kit/link.tsx'
import { isCoordinatorPath, isWorkerPath } from '#app/kit/paths.ts'
import { ToastRegion } from '#app/kit/toasts.tsx'
import { pageTexts } from '#app/page-texts.server.ts'
import coordinatorStylesheet from '#app/programme/coordinator/coordinator.css?url'
import workerStylesheet from '#app/programme/worker/worker.css?url'
import { requestContext, rootData } from '#app/request/context.server.ts'
import { enforceGuard, readOnlyWhenUnavailable, refuseDisabledFeature } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { THEME_COLOURS } from '#app/seo/web-manifest.ts'
import type { Route } from './+types/root.ts'

export const middleware: Route.MiddlewareFunction[] = [
  readOnlyWhenUnavailable,
  refuseDisabledFeature,
  enforceGuard,
]

/** Keeps the open page usable without a network. Loaded after the first page, and never on the worker's screens. */
let offline: typeof import('#app/frame/offline.tsx') | null = null

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  (args, next) => (offline ? offline.keepPage(args, next) : next()),
]

export async function loader({ request, context, pattern }: Route.LoaderArgs) {
  const requestCtx = context.get(requestContext)
  const words = await pageTexts(request, context, requestCtx.pages.find(pattern).handle)
  return { ...rootData(requestCtx, request), ...(words && { words }) }
}

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
]

export function Layout({ children }: { children: ReactNode }) {
  const data = useRootData()
  const handle = usePageHandle()
  const frame = useOwnFrame()
  const Shop = shopFrame()
  useFocusOnNewPage()
  useBackButton()
  const language = frame ? frame.language : data?.language
  const shopLanguage = isEnglish(language) ? undefined : 'en'
  const side = handle.side === 'hydration' ? 'hydration' : 'millet'
  const style = handle.band ? ({ '--band': `var(${handle.band})` } as React.CSSProperties) : undefined
  return (
    <html lang={language ?? 'en'} data-side={styleOf(frame?.side) ?? side}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Phones turn numbers that look like a phone's into links, which React then does not recognise. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <meta name="theme-color" content={THEME_COLOURS[side]} />
        {handle.search === 'noindex' && <meta name="robots" content="noindex" />}
        <Meta />
        {frame?.side === 'worker' ? (
          <WorkerLinks language={frame.language} />
        ) : (
          <link rel="manifest" href="/manifest.webmanifest" />
        )}
        {frame?.side === 'coordinator' && <link rel="stylesheet" href={coordinatorStylesheet} />}
        {!frame && <PageSheet name={handle.sheet ?? 'shop'} />}
        {frame?.side === 'admin' && <PageSheet name="desk" />}
        <Links />
      </head>
      <body style={style}>
        {!frame?.language && (
          <a href="#main" className="skip-link">
            {language === 'hi' ? 'सीधे आगे जाएँ' : 'Skip to content'}
          </a>
        )}
        {frame ? (
          <Page>{children}</Page>
        ) : (
          <Shop lang={shopLanguage} side={side}>
            <Page>{children}</Page>
          </Shop>
        )}
        <LinkListener />
        <ToastRegion />
        <OfflineRegion />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** The page without its frame, in its own hydration boundary, so that a press hydrates it first. */
function Page({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      {children}
      <HydrationSignal />
    </Suspense>
  )
}

/** Dispatches the event `hydrated`. Buttons that were pressed early wait for it (server/defer-hydration.ts). */
function HydrationSignal() {
  useEffect(() => {
    // The router fetches pages ahead from now on.
    document.querySelector('[type=speculationrules]')?.remove()
    dispatchEvent(new Event('hydrated'))
  }, [])
  return null
}

function WorkerLinks({ language }: { language: string | undefined }) {
  return (
    <>
      <link rel="stylesheet" href={workerStylesheet} />
      <link
        rel="manifest"
        href={`/worker.webmanifest${isEnglish(language) ? '' : `?language=${language}`}`}
      />
    </>
  )
}

/** Returns the side of a page with its own frame. Errors of the dashboard use the shop's frame. */
function useOwnFrame(): { side: FrameSide; language?: string | undefined } | null {
  const { pathname } = useLocation()
  const { language, words } = useRootData() ?? {}
  const match = useMatches().find(({ handle }) =>
    OWN_FRAMES.has((handle as PageHandle | undefined)?.side ?? ''),
  )
  const frameSide = match && (match.handle as { side: FrameSide }).side
  if (frameSide && match.loaderData !== undefined)
    return { side: frameSide, language: frameSide === 'admin' ? undefined : words?.language }
  const side = frameSide ?? sideAt(pathname)
  if (!side || side === 'admin') return null
  return { side, language: language ?? (side === 'worker' ? 'hi' : 'en') }
}

function sideAt(path: string): FrameSide | null {
  if (isWorkerPath(path)) return 'worker'
  return isCoordinatorPath(path) ? 'coordinator' : null
}

type FrameSide = 'admin' | 'coordinator' | 'worker'
const OWN_FRAMES = new Set<string>(['admin', 'coordinator', 'worker'] satisfies FrameSide[])

/** Returns the side whose styles a page has: a coordinator's pages have the dashboard's. */
function styleOf(side: FrameSide | undefined): 'admin' | 'worker' | undefined {
  return side === 'coordinator' ? 'admin' : side
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AnyError error={error} />
}

function OfflineRegion() {
  const { pathname } = useLocation()
  const isNeeded = !isWorkerPath(pathname)
  const isStored = isCoordinatorPath(pathname)
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    if (!isNeeded || offline) return
    void (isStored ? waitForServiceWorker() : Promise.resolve())
      .then(() => import('#app/frame/offline.tsx'))
      .then((loaded) => {
        offline = loaded
        setIsLoaded(true)
      })
      .catch(() => {})
  }, [isNeeded, isStored])
  return isLoaded && offline && <offline.OfflineNotice />
}

/** Resolves when the service worker has stored its files, or after a minute, so that no file is loaded twice. */
function waitForServiceWorker(): Promise<unknown> {
  const timeout = new Promise((resolve) => setTimeout(resolve, 60_000))
  return Promise.race([navigator.serviceWorker?.ready ?? timeout, timeout])
}

/** If navigation removed the focused link, moves the focus to the URL's fragment or the main content. */
function useFocusOnNewPage(): void {
  const { pathname, hash } = useLocation()
  const current = useRef(pathname)
  useEffect(() => {
    if (current.current === pathname) return
    current.current = pathname
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body) focusOn(hash.slice(1) || 'main')
  }, [pathname, hash])
}

function focusOn(id: string): void {
  const element = document.getElementById(id)
  if (!element) return
  // Focusable by script, but not a tab stop.
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
