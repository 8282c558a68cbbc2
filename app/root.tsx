import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteLoaderData } from 'react-router'
import anek from '#app/assets/fonts/anek-english.woff2?url'
import eczar from '#app/assets/fonts/eczar-english.woff2?url'
import { hintFor } from '#app/http/account-hint.server.ts'
import { visitWhenAway } from '#app/http/database-away.server.ts'
import { requestContext } from '#app/http/request-context.server.ts'
import stylesheet from '#app/styles/app.css?url'
import { Doors, type Side } from '#app/ui/chrome/doors.tsx'
import { ErrorPage } from '#app/ui/chrome/error-page.tsx'
import { Footer } from '#app/ui/chrome/footer.tsx'
import { Header } from '#app/ui/chrome/header.tsx'
import { NoticePlace } from '#app/ui/chrome/notice-place.tsx'
import { ToastRegion } from '#app/ui/kit/toast-region.tsx'
import { THEME_COLOURS } from '#app/ui/seo/web-manifest.ts'
import type { Route } from './+types/root.ts'

export const middleware: Route.MiddlewareFunction[] = [visitWhenAway]

/** What every page needs to know; the same for everybody except `account`. */
export function loader({ context }: Route.LoaderArgs) {
  const { ctx, seller, mailbox } = context.get(requestContext)
  const { brand, origin } = ctx.config
  return {
    brand,
    origin,
    fssaiLicence: seller.fssaiLicence,
    isDemo: mailbox !== null,
    account: hintFor(ctx.actor),
  }
}

/**
 * A route's `handle`: its side of the shop, the colour (of the scales) that its top and the header share, and whether
 * search engines are to leave it out, as they must whatever belongs to a person.
 */
export type PageHandle = { side?: Side | 'admin'; band?: string; noindex?: boolean }

const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const

/** The two files that every English page draws with come with the stylesheet, so that no line breaks twice. */
export const links: Route.LinksFunction = () => [
  { ...font, href: eczar },
  { ...font, href: anek },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root')
  const brand = data?.brand ?? ''
  const handle: PageHandle = Object.assign({}, ...useMatches().map((match) => match.handle))
  const isDesk = useIsDesk()
  const side = handle.side === 'admin' ? 'millet' : (handle.side ?? 'millet')
  const style = handle.band ? ({ '--band': `var(--color-${handle.band})` } as React.CSSProperties) : undefined
  return (
    <html lang="en" data-side={isDesk ? 'admin' : side}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={THEME_COLOURS[side] ?? THEME_COLOURS.millet} />
        {handle.noindex && <meta name="robots" content="noindex" />}
        <Meta />
        <Links />
      </head>
      <body style={style}>
        <a href="#main" className="skip-link">
          Skip to content
        </a>
        {isDesk ? (
          children
        ) : (
          <>
            <Doors side={side} />
            <Header brand={brand} account={data?.account ?? ''} />
            <NoticePlace />
            <main id="main" tabIndex={-1}>
              {children}
            </main>
            <Footer brand={brand} fssaiLicence={data?.fssaiLicence ?? null} />
          </>
        )}
        <ToastRegion />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** The admin's desk has a frame of its own; whom it does not open for stays in the shop's. */
function useIsDesk(): boolean {
  const desk = useMatches().find(({ handle }) => (handle as PageHandle | undefined)?.side === 'admin')
  return desk?.loaderData !== undefined
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
