import { Form, Link } from 'react-router'
import { forgetScreens } from '#app/phone/forget-screens.ts'
import { type AccountHint, useAccountHint } from '#app/ui/chrome/account-hint.ts'
import { Menu } from '#app/ui/chrome/menu.tsx'
import { useIsOpen } from '#app/ui/chrome/use-root-data.ts'
import { Icon } from '#app/ui/kit/icon.tsx'
import { VisuallyHidden } from '#app/ui/kit/visually-hidden.tsx'

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
