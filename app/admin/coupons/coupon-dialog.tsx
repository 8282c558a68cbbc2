import { COUPON_FORM, CouponForm, type CouponFormProps } from '#app/admin/coupons/coupon-form.tsx'
import type { ShownConflict } from '#app/desk/conflict-panel.tsx'
import { FormDialog } from '#app/desk/form-dialog.tsx'

export type CouponDialogProps = {
  title: 'Add Coupon' | 'Edit Coupon'
  form: CouponFormProps
  message: string
  conflict: ShownConflict | null
  closeTo: string
}

export function CouponDialog({ form, ...props }: CouponDialogProps) {
  const save = props.title === 'Add Coupon' ? 'Add Coupon' : 'Save changes'
  return (
    <FormDialog {...props} save={save} formId={COUPON_FORM}>
      <CouponForm {...form} />
    </FormDialog>
  )
}
