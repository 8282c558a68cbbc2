import { type ReactNode, useId } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { CloseLink, Dialog } from '#app/kit/dialog.tsx'

/**
 * Asks for confirmation of an irreversible action. The dialog has its own URL (`?delete=…`), so that a plain link opens
 * it, also without JavaScript. A dialog in the response to a form (`opened`) has no URL; closing it keeps the page.
 */
export function ConfirmDialog(props: {
  title: string
  /** The consequence, and whether it can be undone. */
  children: ReactNode
  /** The button's label: 'Delete product'. */
  confirm: string
  /** The label of the other button. Default: 'Cancel'. */
  leave?: string
  closeTo: string
  /** The action of the form. Default: the page's own URL. */
  action?: string
  /** Hidden fields to send in addition to those in `children`. If a name repeats, they are a list of pairs. */
  fields: Record<string, string> | readonly (readonly [name: string, value: string])[]
  /** For a dialog in the response to a form of this page. */
  opened?: { open: boolean; onClose: () => void }
}) {
  const { title, children, confirm, leave = 'Cancel', closeTo, action, fields, opened } = props
  const close = useId()
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <Dialog title={title} {...(opened ?? { closeTo })}>
      {/* Closes the dialog and keeps typed values, also without JavaScript. A link would load the page again. */}
      {opened && <form method="dialog" id={close} />}
      <Form method="post" replace {...(action && { action })} className="grid gap-4">
        {(Array.isArray(fields) ? fields : Object.entries(fields)).map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <div className="grid gap-3">{children}</div>
        <div className="flex flex-wrap justify-end gap-2">
          {opened ? (
            <Button form={close} look="line">
              {leave}
            </Button>
          ) : (
            <CloseLink to={closeTo}>{leave}</CloseLink>
          )}
          <Button busy={isBusy}>{confirm}</Button>
        </div>
      </Form>
    </Dialog>
  )
}
