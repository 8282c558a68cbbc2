import { useSyncExternalStore } from 'react'
import { Link, NavLink } from 'react-router'
import { useStoredCart } from '#app/cart/cart-store.ts'
import { useCartSync } from '#app/cart/use-cart-sync.ts'
import { AccountMenu } from '#app/frame/account-menu.tsx'
import { HeaderSearch } from '#app/frame/header-search.tsx'
import { MAIN_LINKS } from '#app/frame/links.ts'
import { Menu } from '#app/frame/menu.tsx'
import { useIsOpen } from '#app/frame/use-root-data.ts'
import { Wordmark } from '#app/frame/wordmark.tsx'
import type { AccountHint } from '#app/kit/account-hint.ts'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'

/** After this many pixels the header turns solid. */
const SCROLLED_PX = 10

function subscribeToScroll(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

export function Header({ brand, account }: { brand: string; account: AccountHint }) {
  useCartSync()
  const isScrolled = useSyncExternalStore(
    subscribeToScroll,
    () => window.scrollY > SCROLLED_PX,
    () => false,
  )
  return (
    <header className="site-header" data-scrolled={isScrolled || undefined}>
      <div className="wrap site-header-row">
        <MobileMenu />
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
  const isOpen = useIsOpen()
  return (
    <ul>
      {MAIN_LINKS.filter(({ to }) => isOpen(to)).map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} end={to === '/'}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}

function MobileMenu() {
  return (
    <Menu
      className="site-menu"
      button={
        <>
          <Icon name="menu" />
          <VisuallyHidden>Menu</VisuallyHidden>
        </>
      }
    >
      <nav aria-label="Menu">
        <MainLinks />
      </nav>
    </Menu>
  )
}

/** The badge floats over the icon: filling in after hydration it moves nothing. */
function CartLink() {
  const { count } = useStoredCart()
  return (
    <Link to="/cart" className="icon-btn relative" prefetch="intent">
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
