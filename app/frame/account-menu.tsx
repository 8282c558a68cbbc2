import { Form, Link } from 'react-router'
import { Menu } from '#app/frame/menu.tsx'
import { useIsOpen } from '#app/frame/use-root-data.ts'
import { type AccountHint, useAccountHint } from '#app/kit/account-hint.ts'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import { forgetScreens } from '#app/worker/offline/forget-screens.ts'

/** Account Settings, View Orders, the dashboards of one's roles, Sign Out; or Sign In and Register. */
export function AccountMenu({ rendered }: { rendered: AccountHint }) {
  const hint = useAccountHint(rendered)
  return (
    <Menu
      button={
        <>
          <Icon name="user" />
          <VisuallyHidden>Account</VisuallyHidden>
        </>
      }
    >
      <ul>{hint === '' ? <SignedOutLinks /> : <SignedInLinks hint={hint} />}</ul>
    </Menu>
  )
}

function SignedOutLinks() {
  return (
    <>
      <MenuLink to="/auth/signin">Sign In</MenuLink>
      <MenuLink to="/auth/signup">Register</MenuLink>
    </>
  )
}

function SignedInLinks({ hint }: { hint: AccountHint }) {
  const isOpen = useIsOpen()
  return (
    <>
      <MenuLink to="/profile">Account Settings</MenuLink>
      <MenuLink to="/orders">View Orders</MenuLink>
      {hint !== 'customer' && isOpen('/shg-worker-dashboard') && (
        <MenuLink to="/shg-worker-dashboard" reloadDocument>
          SHG Worker Dashboard
        </MenuLink>
      )}
      {hint === 'admin' && <MenuLink to="/admin/dashboard">Admin Dashboard</MenuLink>}
      <li>
        <Form method="post" action="/auth/signout" onSubmit={forgetScreens}>
          <button type="submit" className="menu-item">
            Sign Out
          </button>
        </Form>
      </li>
    </>
  )
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
