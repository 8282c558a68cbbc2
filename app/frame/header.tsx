import { type FormEvent, useEffect, useRef } from 'react'
import { Form, useLocation } from 'react-router'
import {
  announceChange,
  dropLongCart,
  notifyChanges,
  useStoredBasket,
  useStoredCart,
} from '#app/cart/cart-store.ts'
import { Menu } from '#app/frame/menu.tsx'
import { fieldTexts, SearchInput } from '#app/frame/search-input.tsx'
import { useCanOpen } from '#app/frame/use-root-data.ts'
import { type AccountHint, readAccountHint, useAccountHint } from '#app/kit/browser/browser-state.ts'
import { Icon } from '#app/kit/icon.tsx'
import { Link, NavLink } from '#app/kit/link.tsx'
import { SIGN_IN_PATH, SIGN_OUT_PATH, SIGN_UP_PATH } from '#app/kit/paths.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import type { Side } from '#app/request/page-handle.ts'
import { countItems } from '#shop/carts/cart.ts'

/** The header's links, in the specification's order. */
const MAIN_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/products', label: 'Products' },
  { to: '/replenish', label: 'Replenish' },
  { to: '/about', label: 'About' },
  { to: '/impact', label: 'Impact' },
  { to: '/play-with-food', label: 'Play with your Food' },
  { to: '/contact', label: 'Contact' },
] as const

/** Raises the header over the page once it is scrolled. Before hydration, server/defer-hydration.ts does this. */
function useRaisedHeader(): void {
  useEffect(() => {
    const onScroll = () => document.documentElement.toggleAttribute('data-scrolled', window.scrollY > 10)
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
}

function sync(pause?: number): void {
  if (readAccountHint() !== '')
    void import('#app/cart/sync-client.ts').then(({ syncSoon }) => syncSoon(pause))
}

function syncWhenVisible(): void {
  if (document.visibilityState !== 'visible') return
  announceChange()
  sync(0)
}

/** Syncs a signed-in customer's cart after each change and when the page is shown. Sends nothing for visitors. */
function useCartSync(): void {
  const { version } = useStoredCart()
  const { key } = useLocation()
  useEffect(() => {
    notifyChanges(() => sync())
    syncWhenVisible()
    document.addEventListener('visibilitychange', syncWhenVisible)
    return () => {
      notifyChanges(null)
      document.removeEventListener('visibilitychange', syncWhenVisible)
    }
  }, [])
  // Signing in or out loads no new document. A cart without a version has not been synced since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may have signed the customer in or out
  useEffect(() => {
    announceChange()
    if (version !== null) return
    dropLongCart()
    sync(0)
  }, [key, version])
}

type HeaderProps = {
  /** Set if the page is in another language. */
  lang: string | undefined
  brand: string
  account: AccountHint
}

export function Header({ lang, brand, account }: HeaderProps) {
  useCartSync()
  useRaisedHeader()
  return (
    <header lang={lang} className="site-header">
      <div className="wrap site-header-row">
        <Menu className="site-menu" icon="menu" label="Menu">
          <nav aria-label="Menu">
            <MainLinks />
          </nav>
        </Menu>
        <Wordmark brand={brand} />
        <nav aria-label="Main" className="site-nav">
          <MainLinks />
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <HeaderSearch />
          <AccountMenu rendered={account} />
          <CartLink />
        </div>
      </div>
    </header>
  )
}

function MainLinks() {
  const canOpen = useCanOpen()
  return (
    <ul>
      {MAIN_LINKS.filter(({ to }) => canOpen(to)).map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} end={to === '/'}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

/** A link with a count of cart and basket. The badge lies over the icon, so that its late count moves nothing. */
function CartLink() {
  const count = useStoredCart().count + countItems(useStoredBasket())
  return (
    <Link to="/cart" className="icon-btn relative" prefetch>
      <Icon name="shopping-basket" />
      <VisuallyHidden>Cart</VisuallyHidden>
      {count > 0 && (
        <span className="cart-badge">
          {count}
          <VisuallyHidden> {count === 1 ? 'item' : 'items'}</VisuallyHidden>
        </span>
      )}
    </Link>
  )
}

function HeaderSearch() {
  const { key } = useLocation()
  return (
    <>
      <search aria-label="Shop" className="header-search">
        {/* The key empties the field on the next page, because the results page has its own field with the query. */}
        <Form key={key} method="get" action="/search">
          <label htmlFor="header-search" className="sr-only">
            Search products and recipes
          </label>
          <SearchInput
            id="header-search"
            placeholder="Search"
            defaultValue={fieldTexts.get(`header-search${key}`)}
          />
          <button type="submit" className="icon-btn">
            <Icon name="search" />
            <VisuallyHidden>Search</VisuallyHidden>
          </button>
        </Form>
      </search>
      <Link to="/search" className="icon-btn header-search-link">
        <Icon name="search" />
        <VisuallyHidden>Search</VisuallyHidden>
      </Link>
    </>
  )
}

function AccountMenu({ rendered }: { rendered: AccountHint }) {
  const hint = useAccountHint(rendered)
  return (
    <Menu icon="user" label="Account">
      <ul>
        {hint === '' ? (
          <>
            <MenuLink to={SIGN_IN_PATH}>Sign In</MenuLink>
            <MenuLink to={SIGN_UP_PATH}>Register</MenuLink>
          </>
        ) : (
          <SignedInLinks hint={hint} />
        )}
      </ul>
    </Menu>
  )
}

function SignedInLinks({ hint }: { hint: AccountHint }) {
  const canOpen = useCanOpen()
  const leave = useSignOutHandler()
  return (
    <>
      <MenuLink to="/profile">Account Settings</MenuLink>
      <MenuLink to="/orders">View Orders</MenuLink>
      {(hint === 'worker' || hint === 'admin') && canOpen('/shg-worker-dashboard') && (
        <MenuLink to="/shg-worker-dashboard" reloadDocument>
          SHG Worker Dashboard
        </MenuLink>
      )}
      {hint === 'coordinator' && canOpen('/coordinator') && (
        <MenuLink to="/coordinator" reloadDocument>
          Your groups
        </MenuLink>
      )}
      {hint === 'admin' && <MenuLink to="/admin/dashboard">Admin Dashboard</MenuLink>}
      <li>
        <Form method="post" action={SIGN_OUT_PATH} onSubmit={leave}>
          <button type="submit" className="menu-item">
            Sign Out
          </button>
        </Form>
      </li>
    </>
  )
}

/** Returns the handler of sign-out forms. Signed-in people fetch its script early, in case they lose the network. */
function useSignOutHandler() {
  const leave = useRef<(event: FormEvent<HTMLFormElement>) => void>(undefined)
  const load = async () => {
    leave.current = (await import('#app/kit/leave-offline.ts')).leave
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    load().catch(() => {})
  }, [])
  return (event: FormEvent<HTMLFormElement>) => {
    if (leave.current) return leave.current(event)
    event.preventDefault()
    const form = event.currentTarget
    load().then(
      () => form.requestSubmit(),
      () => form.submit(),
    )
  }
}

function MenuLink({ to, children, ...rest }: { to: string; children: string; reloadDocument?: boolean }) {
  return (
    <li>
      <Link to={to} className="menu-item" {...rest}>
        {children}
      </Link>
    </li>
  )
}

export function Wordmark({ brand }: { brand: string }) {
  return (
    <Link to="/" className="wordmark">
      <svg viewBox="-40 -42 80 80" aria-hidden="true" fill="none" stroke="currentColor" strokeLinecap="round">
        <path
          strokeWidth="7.6"
          d="M0 4Q-15.4 2.7 -18.3 -15.6M0 4Q15.4 2.7 18.3 -15.6M0 4Q-13.3 -8.7 -13.8 -26.7M0 4Q13.3 -8.7 13.8 -26.7M0 4Q0 -16 0 -33"
        />
        <path strokeWidth="5.4" d="M0 2V32" />
      </svg>
      {brand}
    </Link>
  )
}

/** A bar at the top with a link for each side of the shop. The current side has the page's colour. */
export function SideLinks({ lang, side }: Pick<HeaderProps, 'lang'> & { side: Side }) {
  // With only one side there is nothing to switch.
  if (!useCanOpen()('/hydration')) return null
  return (
    <nav lang={lang} aria-label="Sides of the shop" className="doors">
      <div className="wrap doors-row">
        <Link to="/" className="door" aria-current={side === 'millet' ? 'true' : undefined}>
          Millet meals
        </Link>
        <Link to="/hydration" className="door" aria-current={side === 'hydration' ? 'true' : undefined}>
          Replenish hydration
        </Link>
        <span className="doors-note">Made by women-led self-help groups</span>
      </div>
    </nav>
  )
}
