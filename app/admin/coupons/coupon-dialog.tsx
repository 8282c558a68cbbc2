import { type FormEvent, useEffect, useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { ConflictPanel, type RecordConflict } from '#app/desk/conflict-panel.tsx'
import { FieldControl } from '#app/desk/field-control.tsx'
import { UnsavedGuard } from '#app/desk/unsaved-guard.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { CloseLink, Dialog } from '#app/kit/dialog.tsx'
import { TextField } from '#app/kit/fields.tsx'
import type { FormValues, Problems } from '#app/kit/form-fields.ts'
import { COUPON_FIELDS } from '#shop/coupons/coupon-fields.ts'
import type { Field } from '#shop/field.ts'
import { fieldData } from '#shop/field.ts'

/** `seenAt`: when the coupon in the form was last changed, in milliseconds; null for a new one. */
export type CouponAnswer = {
  message: string
  problems: Problems
  values: FormValues
  seenAt: number | null
  conflict?: Omit<RecordConflict, 'reloadTo'>
}

type CouponFormProps = Pick<CouponAnswer, 'values' | 'seenAt'> & Partial<CouponAnswer>
type CouponDialogProps = CouponFormProps & { title: 'Add Coupon' | 'Edit Coupon'; closeTo: string }

const FORM_ID = 'coupon-form'

/** Adds or edits a coupon, over the list. The server renders the dialog open, so it works without JavaScript. */
export function CouponDialog({ title, message, conflict, closeTo, ...form }: CouponDialogProps) {
  const { pathname, search } = useLocation()
  const { formMethod, state } = useNavigation()
  const isRefused = message !== undefined
  const content = useFocusOnProblem(isRefused && state === 'idle')
  const save = form.seenAt === null ? 'Add Coupon' : 'Save changes'
  const foot = (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <CloseLink to={closeTo}>Cancel</CloseLink>
      <Button form={FORM_ID} busy={formMethod === 'POST'}>
        {conflict ? 'Overwrite with mine' : save}
      </Button>
    </div>
  )
  return (
    <Dialog title={title} foot={foot} className="admin-dialog" closeTo={closeTo}>
      <UnsavedGuard form={FORM_ID} isRefused={isRefused} />
      <div ref={content}>
        {message && !conflict && (
          <Banner tone="danger" className="mb-4">
            {message}
          </Banner>
        )}
        {conflict && <ConflictPanel conflict={{ ...conflict, reloadTo: pathname + search }} />}
        <CouponForm {...form} />
      </div>
    </Dialog>
  )
}

/** Scrolls to the first problem, because the form scrolls while its button is always visible. */
function useFocusOnProblem(isRefused: boolean) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isRefused) return
    const field = content.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field) field.focus()
    else content.current?.scrollIntoView()
  }, [isRefused])
  return content
}

const { code: CODE, ...OTHERS } = COUPON_FIELDS
const FIELDS: [string, Field][] = Object.entries(OTHERS)

function CouponForm({ values, problems = {}, seenAt }: CouponFormProps) {
  const isNew = seenAt === null
  return (
    <Form id={FORM_ID} method="post" replace className="coupon-form" noValidate>
      {!isNew && <input type="hidden" name="seenAt" value={seenAt} />}
      <TextField
        name="code"
        label={CODE.label}
        hint={isNew ? CODE.hint : 'Coupon code cannot be changed'}
        defaultValue={values.code ?? ''}
        errors={problems.code ? [problems.code] : null}
        readOnly={!isNew}
        className="uppercase"
        autoComplete="off"
        spellCheck={false}
        onInput={toUpperCase}
      />
      {FIELDS.map(([name, field]) => (
        <FieldControl
          key={name}
          field={fieldData(field)}
          name={name}
          value={values[name] ?? ''}
          problem={problems[name]}
          wideClass="coupon-form-wide"
        />
      ))}
    </Form>
  )
}

function toUpperCase({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
}
