import { Checkbox, SelectField, TextAreaField, TextField } from '#app/kit/fields.tsx'
import { OptionRows } from '#app/kit/option-rows.tsx'
import { Specimen, State } from './specimen.tsx'

const SPEED = [
  { value: 'weekly', label: 'With the weekly packing', hint: 'Your group packs on Monday.', end: 'Free' },
  { value: 'stock', label: 'From stock', hint: 'Sent the same day, by air.', end: '₹89' },
  { value: 'hand', label: 'By hand', hint: 'Not in this city yet.', disabled: true },
]

/** `scope` keeps radio groups of the four sides apart. */
export function FieldSpecimens({ scope }: { scope: string }) {
  return (
    <>
      <Specimen name="Field">
        <State of="Rest">
          <div className="w-44">
            <TextField label="PIN code" placeholder="6 digits" inputMode="numeric" />
          </div>
        </State>
        <State of="Hover">
          <div className="w-44">
            <TextField label="PIN code" className="is-hover" />
          </div>
        </State>
        <State of="Focus">
          <div className="w-44">
            <TextField label="PIN code" className="is-focus" defaultValue="5600" />
          </div>
        </State>
        <State of="Error">
          <div className="w-60">
            <TextField label="PIN code" defaultValue="56003" errors={['PIN codes have 6 digits.']} />
          </div>
        </State>
        <State of="Good">
          <div className="w-44">
            <TextField label="PIN code" defaultValue="560034" good="Bengaluru" />
          </div>
        </State>
        <State of="Disabled">
          <div className="w-44">
            <TextField label="State" defaultValue="Karnataka" disabled />
          </div>
        </State>
        <State of="Optional, with a hint">
          <div className="w-60">
            <TextField
              label="Landmark"
              optional
              hint="Helps the courier find you."
              placeholder="Near the water tank"
            />
          </div>
        </State>
        <State of="Select">
          <div className="w-60">
            <SelectField label="State" defaultValue="ka">
              <option value="ka">Karnataka</option>
              <option value="mh">Maharashtra</option>
            </SelectField>
          </div>
        </State>
        <State of="Text area">
          <div className="w-80 max-w-full">
            <TextAreaField
              label="Message"
              defaultValue="We run a school canteen in Dharwad."
              hint="Up to 2,000 characters."
            />
          </div>
        </State>
      </Specimen>
      <Specimen name="Checkbox">
        <State of="Off">
          <Checkbox label="Save this address for next time" />
        </State>
        <State of="On">
          <Checkbox label="Save this address for next time" defaultChecked />
        </State>
        <State of="Error">
          <Checkbox label="I agree to the terms" errors={['Tick this to go on.']} />
        </State>
        <State of="Disabled">
          <Checkbox label="Gift wrap" hint="Not for sticks." disabled />
        </State>
      </Specimen>
      <Specimen name="Option rows">
        <State of="Chosen, rest, disabled" wide>
          <div className="max-w-form">
            <OptionRows legend="How soon?" name={`${scope}-speed`} options={SPEED} defaultValue="weekly" />
          </div>
        </State>
        <State of="Error" wide>
          <div className="max-w-form">
            <OptionRows
              legend="Payment"
              name={`${scope}-pay`}
              options={SPEED.slice(0, 2)}
              errors={['Choose one to go on.']}
            />
          </div>
        </State>
      </Specimen>
    </>
  )
}
