import { ConfirmDialog } from '#app/admin/kit/confirm-dialog.tsx'

/** Asks before a product goes. */
export function RemoveProduct({
  product: { id, name },
  closeTo,
}: {
  product: { id: string; name: string }
  closeTo: string
}) {
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirm="Delete product"
      closeTo={closeTo}
      action={closeTo}
      fields={{ intent: 'delete', id }}
    >
      <p>
        It leaves the shop right away. If it has been ordered, it is archived instead of deleted, so that
        orders and invoices still name it.
      </p>
    </ConfirmDialog>
  )
}
