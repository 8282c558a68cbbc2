import type { ReactNode } from 'react'
import { Form, Link, NavLink, useNavigation } from 'react-router'
import { type AdminTab, DASHBOARD, MAIN_TABS, MORE_TABS, type Waiting } from '#app/admin/tabs.ts'
import { Menu } from '#app/frame/menu.tsx'
import { useIsOpen } from '#app/frame/use-root-data.ts'
import { Wordmark } from '#app/frame/wordmark.tsx'
import { forgetScreens } from '#app/kit/forget-screens.ts'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'

export type ShellProps = {
  brand: string
  adminName: string
  waiting: Waiting
  children: ReactNode
}

/** The desk: tabs in a rail (behind a menu button on phones), the open tab on a white sheet beside it. */
export function Shell({ brand, adminName, waiting, children }: ShellProps) {
  const tabs = <TabLists waiting={waiting} />
  return (
    <div className="desk">
      <header className="desk-top">
        <Menu
          className="desk-menu"
          button={
            <>
              <Icon name="menu" />
              <VisuallyHidden>Menu</VisuallyHidden>
            </>
          }
        >
          <nav aria-label="Admin dashboard menu">{tabs}</nav>
          <Me name={adminName} />
        </Menu>
        <Wordmark brand={brand} />
      </header>
      <header className="desk-rail">
        <Wordmark brand={brand} />
        <nav aria-label="Admin dashboard">{tabs}</nav>
        <Me name={adminName} />
      </header>
      <main id="main" tabIndex={-1} className="desk-sheet">
        <Loading />
        {children}
      </main>
    </div>
  )
}

function TabLists({ waiting }: { waiting: Waiting }) {
  const isOpen = useIsOpen()
  return (
    <>
      <ul>
        {MAIN_TABS.filter(({ path }) => isOpen(path)).map((tab) => (
          <Tab key={tab.path} tab={tab} count={waiting[tab.path]} />
        ))}
      </ul>
      <ul className="desk-more">
        {MORE_TABS.filter(({ path }) => isOpen(path)).map((tab) => (
          <Tab key={tab.path} tab={tab} count={waiting[tab.path]} />
        ))}
      </ul>
    </>
  )
}

function Tab({ tab: { path, label, icon }, count }: { tab: AdminTab; count: number | undefined }) {
  return (
    <li>
      <NavLink to={path} end={path === DASHBOARD} prefetch="intent" className="desk-tab">
        <Icon name={icon} size="s" />
        {label}
        {count !== undefined && (
          <span className="desk-count">
            {count}
            <VisuallyHidden> waiting</VisuallyHidden>
          </span>
        )}
      </NavLink>
    </li>
  )
}

function Me({ name }: { name: string }) {
  return (
    <div className="desk-me">
      <p>
        <b>{name}</b>
        <span>Admin</span>
      </p>
      <div>
        <Link to="/" className="link">
          Open shop
        </Link>
        <Form method="post" action="/auth/signout" onSubmit={forgetScreens}>
          <button type="submit" className="link">
            Sign Out
          </button>
        </Form>
      </div>
    </div>
  )
}

/** Says that another tab is on its way; the open one stays until it is there. */
function Loading() {
  const { state, location } = useNavigation()
  const isLoading = state === 'loading' && location.pathname.startsWith(DASHBOARD)
  return (
    <p role="status" className="desk-loading" data-shown={isLoading || undefined}>
      {isLoading && 'Loading dashboard...'}
    </p>
  )
}
