import { useNavigate, useNavigation } from 'react-router'
import { COUPON_FORM, CouponForm, type CouponFormProps } from '#app/ui/admin/coupons/coupon-form.tsx'
import { ConflictPanel, type ShownConflict } from '#app/ui/admin/products/conflict-panel.tsx'
import { Banner } from '#app/ui/kit/banner.tsx'
import { Button } from '#app/ui/kit/button.tsx'
import { ButtonLink } from '#app/ui/kit/button-link.tsx'
import { Dialog } from '#app/ui/kit/dialog.tsx'

export type CouponDialogProps = {
  title: 'Add Coupon' | 'Edit Coupon'
  form: CouponFormProps
  message: string
  conflict: ShownConflict | null
  closeTo: string
}

/** Adding and editing a coupon, over the list. The server renders it open, so it works without JavaScript. */
export function CouponDialog({ title, form, message, conflict, closeTo }: CouponDialogProps) {
  const navigate = useNavigate()
  const isBusy = useNavigation().formMethod === 'POST'
  const save = title === 'Add Coupon' ? 'Add Coupon' : 'Save changes'
  const foot = (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <ButtonLink to={closeTo} look="line" preventScrollReset>
        Cancel
      </ButtonLink>
      <Button form={COUPON_FORM} busy={isBusy}>
        {conflict ? 'Save mine over it' : save}
      </Button>
    </div>
  )
  return (
    <Dialog
      open
      title={title}
      foot={foot}
      className="dialog-desk"
      onClose={() => void navigate(closeTo, { preventScrollReset: true })}
    >
      {message && !conflict && (
        <Banner tone="danger" className="mb-4">
          {message}
        </Banner>
      )}
      {conflict && <ConflictPanel conflict={conflict} />}
      <CouponForm {...form} />
    </Dialog>
  )
}
