import { Form, useLocation } from 'react-router'
import { ConflictPanel, type RecordConflict } from '#app/desk/conflict-panel.tsx'
import { FieldControl } from '#app/desk/field-control.tsx'
import type { Texts } from '#app/desk/record-texts.ts'
import { UnsavedGuard } from '#app/desk/unsaved-guard.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import type { Problems } from '#app/kit/form-fields.ts'
import type { Field } from '#shop/field.ts'
import { fieldData } from '#shop/field.ts'
import { NEWSLETTER_FIELDS } from '#shop/newsletters/newsletter-fields.ts'

/** `seenAt`: when the draft was last changed, in milliseconds. Null for a new draft, which can only be saved. */
export type DraftAnswer = {
  ok: false
  message: string
  problems: Problems
  values: Texts
  seenAt: number | null
  conflict: Omit<RecordConflict, 'reloadTo'> | null
}

export type DraftFormProps = Pick<DraftAnswer, 'values' | 'seenAt'> & Partial<DraftAnswer>

type PlaceProps = {
  /** The page that saves the draft, if that is another page. */
  saveTo?: string
  /** True if a dialog of the page is open. */
  isBehindDialog?: boolean
}

const FORM_ID = 'newsletter-form'

const FIELDS: [string, Field][] = Object.entries(NEWSLETTER_FIELDS)

/** The form of a draft. Each of its buttons saves first, so that nothing typed is lost. */
export function DraftForm(props: DraftFormProps & PlaceProps) {
  const { values, problems = {}, message = '', conflict, seenAt, saveTo, isBehindDialog = false } = props
  const { pathname } = useLocation()
  return (
    <Form
      id={FORM_ID}
      method="post"
      {...(saveTo && { action: saveTo })}
      noValidate
      className="newsletter-form"
      aria-label="Newsletter"
    >
      <UnsavedGuard form={FORM_ID} isRefused={message !== ''} isBehindDialog={isBehindDialog} />
      {message && !conflict && <Banner tone="danger">{message}</Banner>}
      {conflict && <ConflictPanel conflict={{ ...conflict, reloadTo: pathname }} />}
      {seenAt !== null && <input type="hidden" name="seenAt" value={seenAt} />}
      {FIELDS.map(([name, field]) => (
        <FieldControl
          key={name}
          field={fieldData(field)}
          name={name}
          value={values[name] ?? ''}
          problem={problems[name]}
          wideClass="newsletter-wide"
        />
      ))}
      <div className="newsletter-buttons">
        <Button name="intent" value="save">
          {conflict ? 'Overwrite with mine' : saveTo ? 'Save as a new draft' : 'Save draft'}
        </Button>
        {seenAt !== null && !conflict && (
          <>
            <Button look="line" name="intent" value="test">
              Save and send me a test
            </Button>
            <Button look="line" name="intent" value="review">
              Save and go on to sending
            </Button>
          </>
        )}
      </div>
    </Form>
  )
}
