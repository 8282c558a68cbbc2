import type { ReactNode } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { Dialog } from '#app/kit/dialog.tsx'

export type ConfirmDialogProps = {
  title: string
  /** The consequence, and whether it can be undone. */
  children: ReactNode
  /** Names the deed: 'Delete product'. */
  confirm: string
  /** Names leaving it undone; 'Cancel' unless given. */
  leave?: string
  /** The page without the dialog. */
  closeTo: string
  /** Where the form goes; the page's own address unless given. */
  action?: string
  /** Hidden fields to send, besides those in `children`; a list of pairs where a name repeats. */
  fields: Record<string, string> | readonly (readonly [name: string, value: string])[]
}

/**
 * Asks before something is done that cannot be taken back. It belongs to an address (`?delete=…`), so a plain link
 * opens it and it works without JavaScript.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirm, leave = 'Cancel', closeTo, action, fields } = props
  const navigate = useNavigate()
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <Dialog open title={title} onClose={() => void navigate(closeTo, { preventScrollReset: true })}>
      <Form method="post" {...(action && { action })} className="grid gap-4">
        {(Array.isArray(fields) ? fields : Object.entries(fields)).map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <div className="grid gap-3">{children}</div>
        <div className="flex flex-wrap justify-end gap-2">
          <ButtonLink to={closeTo} look="line" preventScrollReset>
            {leave}
          </ButtonLink>
          <Button busy={isBusy}>{confirm}</Button>
        </div>
      </Form>
    </Dialog>
  )
}
