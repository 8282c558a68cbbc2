import { Form } from 'react-router'
import { ConflictPanel, type RecordConflict } from '#app/desk/conflict-panel.tsx'
import { Button } from '#app/kit/button.tsx'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import { fieldsOf, type Problems } from '#app/kit/form-fields.ts'
import { PostButton } from '#app/kit/submit-button.tsx'
import { UpiCell } from '#app/programme/members/upi-cell.tsx'
import type { UpiAddress } from '#shop/programme/upi.ts'
import { type Group, isSample, LANGUAGES, languageName } from '#shop/programme/worker.ts'

type WorkerField = 'groupId' | 'place' | 'phone' | 'upiId' | 'language' | 'madeByConsent'
/** The typed texts; `madeByConsent` is '' if unchecked. */
export type WorkerTexts = Readonly<Record<WorkerField, string>>

type WorkerFormProps = {
  isWorker: boolean
  groups: Group[]
  texts: WorkerTexts
  problems: Problems
  /** The time of the last change in milliseconds; null for a person who was never enrolled. */
  seenAt: number | null
  /** Both versions, if another admin has saved in the meantime; otherwise null. */
  conflict: RecordConflict | null
}

export const WORKER_LABELS: Record<WorkerField, string> = {
  groupId: 'Group',
  place: 'Place',
  phone: 'Phone',
  upiId: 'UPI ID',
  language: 'Language',
  madeByConsent: 'Agreed to be named',
}

export function WorkerForm({ isWorker, groups, texts, problems, seenAt, conflict }: WorkerFormProps) {
  // An existing worker's UPI ID has a separate form, since a change takes effect a day later.
  const isNew = seenAt === null
  const field = fieldsOf({ values: texts, problems })
  return (
    <Form method="post" className="record-form" noValidate>
      <h3>{isWorker ? 'Worker' : 'Enrol as a worker'}</h3>
      <input type="hidden" name="seenAt" value={seenAt ?? ''} />
      {conflict && <ConflictPanel conflict={conflict} />}
      <div className="product-fields">
        <SelectField
          label={WORKER_LABELS.groupId}
          {...field('groupId')}
          hint={groups.length === 0 ? 'No groups yet' : undefined}
        >
          <option value="">None</option>
          {groups.map(({ id, name, place }) => (
            <option key={id} value={id}>
              {`${name}, ${place}`}
            </option>
          ))}
        </SelectField>
        <TextField label={WORKER_LABELS.place} optional {...field('place')} />
        <TextField label={WORKER_LABELS.phone} optional inputMode="tel" {...field('phone')} />
        {isNew && (
          <TextField label={WORKER_LABELS.upiId} optional hint="For her pay: name@bank" {...field('upiId')} />
        )}
        <SelectField label={WORKER_LABELS.language} {...field('language')}>
          {LANGUAGES.map((language) => (
            <option key={language} value={language}>
              {languageName(language)}
              {isSample(language) && ' (sample, not checked by a speaker)'}
            </option>
          ))}
        </SelectField>
      </div>
      <Checkbox
        name="madeByConsent"
        label="She agreed that products name her group and its place"
        defaultChecked={texts.madeByConsent !== ''}
      />
      <Button look="line" name="intent" value="enrol">
        {conflict ? 'Overwrite with mine' : isWorker ? 'Save worker' : 'Enrol'}
      </Button>
    </Form>
  )
}

type UpiFormProps = UpiAddress & { typed: string | undefined; problem: string | undefined }

/** The UPI ID of an enrolled worker, a pending change, and the form to change it. `typed`: a refused UPI ID. */
export function WorkerUpiForm({ upiId, isUpiCorrupt, upiChange, typed, problem }: UpiFormProps) {
  return (
    <section className="record-form">
      <h3>UPI ID</h3>
      <p>
        <UpiCell upiId={upiId} isUpiCorrupt={isUpiCorrupt} upiChange={upiChange} />
      </p>
      {upiChange && (
        <PostButton fields={{ intent: 'stop-upi' }} look="line">
          Stop this change
        </PostButton>
      )}
      <Form method="post" className="record-form" noValidate>
        <TextField
          label="New UPI ID"
          optional
          name="upiId"
          hint={upiId ? 'Takes effect after a day. Empty for none.' : 'For her pay: name@bank'}
          defaultValue={typed}
          errors={problem ? [problem] : null}
        />
        <Button look="line" name="intent" value="upi">
          Save the UPI ID
        </Button>
      </Form>
    </section>
  )
}
