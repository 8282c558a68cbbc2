import { useSyncExternalStore } from 'react'
import { Link, NavLink } from 'react-router'
import { useKeptCart } from '#app/ui/cart/cart-store.ts'
import { useCartSync } from '#app/ui/cart/use-cart-sync.ts'
import type { AccountHint } from '#app/ui/chrome/account-hint.ts'
import { AccountMenu } from '#app/ui/chrome/account-menu.tsx'
import { HeaderSearch } from '#app/ui/chrome/header-search.tsx'
import { MAIN_LINKS } from '#app/ui/chrome/links.ts'
import { Menu } from '#app/ui/chrome/menu.tsx'
import { useIsOpen } from '#app/ui/chrome/use-root-data.ts'
import { Wordmark } from '#app/ui/chrome/wordmark.tsx'
import { Icon } from '#app/ui/kit/icon.tsx'
import { VisuallyHidden } from '#app/ui/kit/visually-hidden.tsx'

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
  const { count } = useKeptCart()
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
