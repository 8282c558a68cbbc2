import { useState } from 'react'
import { Accordion } from '#app/kit/accordion.tsx'
import { Button, buttonClass } from '#app/kit/button.tsx'
import { Dialog } from '#app/kit/dialog.tsx'
import { DialogLink } from '#app/kit/dialog-link.tsx'
import { Ledger } from '#app/kit/ledger.tsx'
import { Tabs } from '#app/kit/tabs.tsx'
import { Specimen, State } from './specimen.tsx'

const FACTS = [
  { label: 'Protein', value: '11 g' },
  { label: 'Fibre', value: '8 g' },
  { label: 'Energy', value: '362 kcal', strong: true },
]

/** `scope` keeps element ids of the four sides apart. */
export function LayerSpecimens({ scope }: { scope: string }) {
  return (
    <>
      <Dialogs />
      <Specimen name="Tabs">
        <State of="Arrow keys, Home, End" wide>
          <Tabs label="About this product" tabs={tabs(`${scope}-tab`)} />
        </State>
        <State of="Vertical" wide>
          <Tabs label="About this product, again" orientation="vertical" tabs={tabs(`${scope}-vtab`)} />
        </State>
      </Specimen>
      <Specimen name="Accordion">
        <State of="One open at a time" wide>
          <Accordion
            name={`${scope}-notes`}
            items={[
              {
                id: `${scope}-inside`,
                title: 'What is inside',
                body: 'Finger millet, split moong, curry leaf, cumin, salt.',
                open: true,
              },
              {
                id: `${scope}-keeping`,
                title: 'Keeping it',
                body: 'Cool and dry. Use an open pouch within thirty days.',
              },
            ]}
          />
        </State>
      </Specimen>
    </>
  )
}

function tabs(prefix: string) {
  return [
    {
      id: `${prefix}-how`,
      label: 'How to Use',
      panel: <p>Half a cup of mix, two cups of water, seven minutes.</p>,
    },
    { id: `${prefix}-food`, label: 'Nutrition', panel: <Ledger rows={FACTS} className="max-w-form" /> },
    { id: `${prefix}-keep`, label: 'Storage', panel: <p>Cool and dry, six months sealed.</p> },
  ]
}

function Dialogs() {
  const [open, setOpen] = useState<'centre' | 'end' | null>(null)
  const close = () => setOpen(null)
  return (
    <Specimen name="Dialog">
      <State of="Centre; a sheet from below on a phone">
        <DialogLink to="/demo/kit" onOpen={() => setOpen('centre')} className={buttonClass({ look: 'line' })}>
          What is in it
        </DialogLink>
      </State>
      <State of="At the right edge">
        <Button type="button" look="line" onClick={() => setOpen('end')}>
          Your basket
        </Button>
      </State>
      <Dialog open={open === 'centre'} onClose={close} title="Garam Masala">
        <p className="mb-4">Cloves, black cardamom, a long finish.</p>
        <Ledger rows={FACTS} />
      </Dialog>
      <Dialog
        open={open === 'end'}
        onClose={close}
        placement="end"
        title="Your basket"
        foot={
          <Button type="button" wide onClick={close}>
            Go on
          </Button>
        }
      >
        <Ledger rows={FACTS} />
      </Dialog>
    </Specimen>
  )
}
