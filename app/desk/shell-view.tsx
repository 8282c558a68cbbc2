import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Form, useLocation, useNavigation } from 'react-router'
import { ListKeys } from '#app/desk/list-keys.tsx'
import { SEARCH } from '#app/desk/paths.ts'
import { Wordmark } from '#app/frame/header.tsx'
import { Menu } from '#app/frame/menu.tsx'
import { withQuery } from '#app/frame/return-to.ts'
import { Icon } from '#app/kit/icon.tsx'
import { leave } from '#app/kit/leave-offline.ts'
import { NavLink, TextLink } from '#app/kit/link.tsx'
import { DASHBOARD, SECURITY_PATH, SIGN_IN_PATH, SIGN_OUT_PATH } from '#app/kit/paths.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { type AdminTab, TAB_GROUPS } from '#app/request/page-handle.ts'
import type { Permission } from '#shop/kernel/permissions.ts'

/** How many items wait for staff in each tab, by the tab's path. Tabs without items are left out. */
export type WaitingCounts = Partial<Record<string, number>>

export type ShellProps = {
  brand: string
  name: string
  roles: readonly string[]
  permissions: readonly Permission[]
  tabs: readonly AdminTab[]
  waiting: WaitingCounts
  children: ReactNode
}

/** The dashboard: a sidebar with the tabs, and the open tab. On phones the sidebar is behind a menu button. */
export function Shell({ brand, name, roles, permissions, tabs: all, waiting, children }: ShellProps) {
  const tabs = <TabLists tabs={all} waiting={waiting} />
  return (
    <div className="admin">
      <header className="admin-top">
        <Menu className="admin-menu" icon="menu" label="Menu">
          <nav aria-label="Admin dashboard menu">{tabs}</nav>
          <AccountBox name={name} roles={roles} />
        </Menu>
        <Wordmark brand={brand} />
        {permissions.includes('search') && <FindForm />}
      </header>
      <header className="admin-rail">
        <Wordmark brand={brand} />
        {permissions.includes('search') && <FindForm />}
        <nav aria-label="Admin dashboard">{tabs}</nav>
        <AccountBox name={name} roles={roles} />
      </header>
      <main id="main" tabIndex={-1} className="admin-sheet">
        <LoadingNotice />
        {children}
      </main>
      <ListKeys />
      <SignedOutNotice />
    </div>
  )
}

/** A notice that a form was refused after the session's end (app/frame/offline.tsx). The page keeps the values. */
function SignedOutNotice() {
  const [times, setTimes] = useState(0)
  const { pathname } = useLocation()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onAnswer = (event: Event) => {
      const { isSignedOut } = (event as CustomEvent<{ isSignedOut: boolean }>).detail
      setTimes((times) => (isSignedOut ? times + 1 : 0))
    }
    addEventListener('formanswer', onAnswer)
    return () => removeEventListener('formanswer', onAnswer)
  }, [])
  useEffect(() => {
    if (times > 0) element.current?.showPopover?.()
  }, [times])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page hides the notice
  useEffect(() => setTimes(0), [pathname])
  if (times === 0) return null
  // While a dialog is open, links outside of it cannot be pressed.
  const parent = document.querySelector('dialog:modal') ?? document.body
  return createPortal(
    <div key={times} ref={element} popover="manual" role="alert" className="toast offline">
      <Icon name="circle-alert" />
      <span>You are signed out. Sign in in another tab, then send again.</span>
      <a
        href={withQuery(SIGN_IN_PATH, { returnTo: pathname })}
        target="_blank"
        rel="noopener noreferrer"
        className="link"
      >
        Sign in
      </a>
    </div>,
    parent,
  )
}

/** Searches all records by one text; Ctrl K or ⌘ K focuses it. */
function FindForm() {
  return (
    <search className="find">
      <Form method="get" action={SEARCH}>
        <label>
          <Icon name="search" size="s" />
          <VisuallyHidden>Search everything</VisuallyHidden>
          <input
            type="search"
            name="q"
            placeholder="Search"
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            data-find
          />
        </label>
      </Form>
    </search>
  )
}

function TabLists({ tabs, waiting }: Pick<ShellProps, 'tabs' | 'waiting'>) {
  return [null, ...TAB_GROUPS].map((group) => {
    const own = tabs.filter((tab) => tab.group === group)
    if (own.length === 0) return null
    return (
      <div key={group} className="admin-group">
        {group && <p aria-hidden="true">{group}</p>}
        <ul aria-label={group ?? undefined}>
          {own.map((tab) => (
            <Tab key={tab.path} tab={tab} count={waiting[tab.path]} />
          ))}
        </ul>
      </div>
    )
  })
}

function Tab({ tab: { path, label, icon }, count }: { tab: AdminTab; count: number | undefined }) {
  return (
    <li>
      <NavLink to={path} end={path === DASHBOARD} prefetch className="admin-tab">
        <Icon name={icon} size="s" />
        {label}
        {count !== undefined && (
          <span className="admin-count">
            {count}
            <VisuallyHidden> waiting</VisuallyHidden>
          </span>
        )}
      </NavLink>
    </li>
  )
}

function AccountBox({ name, roles }: Pick<ShellProps, 'name' | 'roles'>) {
  return (
    <div className="admin-me">
      <p>
        <b>{name}</b>
        <span>{roles.join(', ')}</span>
      </p>
      <div>
        <TextLink to="/">Open shop</TextLink>
        <Form method="post" action={SIGN_OUT_PATH} onSubmit={leave}>
          <button type="submit" className="link">
            Sign Out
          </button>
        </Form>
        <TextLink to={SECURITY_PATH}>Second factor</TextLink>
      </div>
    </div>
  )
}

/** Shows that a page of the dashboard is loading. The open page stays until then. */
function LoadingNotice() {
  const { state, location } = useNavigation()
  const isLoading = state === 'loading' && location.pathname.startsWith(DASHBOARD)
  return (
    <p role="status" className="admin-loading" data-shown={isLoading || undefined}>
      {isLoading && 'Loading dashboard...'}
    </p>
  )
}
