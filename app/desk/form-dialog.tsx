import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { ConflictPanel, type ShownConflict } from '#app/desk/conflict-panel.tsx'
import { UnsavedGuard } from '#app/desk/unsaved-guard.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { CloseLink, Dialog } from '#app/kit/dialog.tsx'

type FormDialogProps = {
  title: string
  /** The label of the button while it is not busy. */
  save: string
  /** The id of the form in the dialog that the button sends. */
  formId: string
  message: string
  conflict: ShownConflict | null
  closeTo: string
  /** At the left end of the foot. */
  aside?: ReactNode
  children: ReactNode
}

/** Adding or editing a record, over its list. The server renders it open, so it works without JavaScript. */
export function FormDialog(props: FormDialogProps) {
  const { title, save, formId, message, conflict, closeTo, aside, children } = props
  const { formMethod, state } = useNavigation()
  const isBusy = formMethod === 'POST'
  const content = useToWhatIsWrong(Boolean(message || conflict) && state === 'idle')
  const foot = (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {aside}
      <CloseLink to={closeTo}>Cancel</CloseLink>
      <Button form={formId} busy={isBusy}>
        {conflict ? 'Overwrite with mine' : save}
      </Button>
    </div>
  )
  return (
    <Dialog title={title} foot={foot} className="admin-dialog" closeTo={closeTo}>
      <UnsavedGuard form={formId} isRefused={Boolean(message || conflict)} />
      <div ref={content}>
        {message && !conflict && (
          <Banner tone="danger" className="mb-4">
            {message}
          </Banner>
        )}
        {conflict && <ConflictPanel conflict={conflict} />}
        {children}
      </div>
    </Dialog>
  )
}

/** The button stays visible while the form scrolls, so that a problem beside it is seen. */
function useToWhatIsWrong(isRefused: boolean) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isRefused) return
    const field = content.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field) field.focus()
    else content.current?.scrollIntoView()
  }, [isRefused])
  return content
}
