import { Form } from 'react-router'
import { Button } from '#app/ui/kit/button.tsx'
import { Checkbox } from '#app/ui/kit/checkbox.tsx'
import { SelectField } from '#app/ui/kit/select-field.tsx'
import { TextField } from '#app/ui/kit/text-field.tsx'
import { type Group, LANGUAGE_NAMES, LANGUAGES } from '#shop/programme/worker.ts'

export type WorkerTexts = {
  groupId: string
  place: string
  phone: string
  upiId: string
  language: string
  madeByConsent: boolean
}

export type WorkerFormProps = {
  isWorker: boolean
  groups: Group[]
  texts: WorkerTexts
  problems: Partial<Record<keyof WorkerTexts, string>>
}

/** Enrolling somebody into the programme, or putting right what is known of a worker. */
export function WorkerForm({ isWorker, groups, texts, problems }: WorkerFormProps) {
  const field = (name: Exclude<keyof WorkerTexts, 'madeByConsent'>) => ({
    name,
    defaultValue: texts[name],
    errors: problems[name] ? [problems[name]] : null,
  })
  return (
    <Form method="post" className="record-form" noValidate>
      <h3>{isWorker ? 'Worker' : 'Enrol as a worker'}</h3>
      <div className="product-fields">
        <SelectField
          label="Group"
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
        <TextField label="Place" optional {...field('place')} />
        <TextField label="Phone" optional inputMode="tel" {...field('phone')} />
        <TextField label="UPI ID" optional hint="For her pay: name@bank" {...field('upiId')} />
        <SelectField label="Language" {...field('language')}>
          {LANGUAGES.map((language) => (
            <option key={language} value={language}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
        </SelectField>
      </div>
      <Checkbox
        name="madeByConsent"
        label="She agreed that products name her group and its place"
        defaultChecked={texts.madeByConsent}
      />
      <Button look="line" name="intent" value="enrol">
        {isWorker ? 'Save worker' : 'Enrol'}
      </Button>
    </Form>
  )
}
