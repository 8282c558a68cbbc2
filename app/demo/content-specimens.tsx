import { useState } from 'react'
import { Accordion } from '#app/kit/accordion.tsx'
import { Button, ButtonLink, buttonClass } from '#app/kit/button.tsx'
import type { Column } from '#app/kit/column.ts'
import { Dialog } from '#app/kit/dialog.tsx'
import { DialogLink } from '#app/kit/dialog-link.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { Ledger } from '#app/kit/ledger.tsx'
import { PackTile } from '#app/kit/picture/pack-tile.tsx'
import { Breadcrumbs } from '#app/kit/product/breadcrumbs.tsx'
import { Badge } from '#app/kit/status.tsx'
import { Table } from '#app/kit/table.tsx'
import { Tabs } from '#app/kit/tabs.tsx'
import { Prose } from '#app/kit/text.tsx'
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

type Row = { number: string; customer: string; state: 'Packed' | 'Delivered'; total: string }

const ROWS: Row[] = [
  { number: 'A-1001', customer: 'Ananya Rao', state: 'Packed', total: '₹1,060.82' },
  { number: 'A-1002', customer: 'Farid Khan', state: 'Delivered', total: '₹329.22' },
]

const COLUMNS: Column<Row>[] = [
  { header: 'Order', cell: (row) => row.number, place: 'lead' },
  { header: 'Customer', cell: (row) => row.customer },
  {
    header: 'Status',
    cell: (row) => <Badge tone={row.state === 'Packed' ? 'info' : 'positive'}>{row.state}</Badge>,
  },
  { header: 'Total', cell: (row) => row.total, align: 'end' },
]

const TOTALS = [
  { label: 'Subtotal', value: '₹899.00' },
  { label: 'Tax (18%)', value: '₹161.82' },
  { label: 'Total', value: '₹1,060.82', strong: true },
]

/** `scope` keeps the landmarks of the four sides apart. */
export function ListSpecimens({ scope }: { scope: string }) {
  return (
    <>
      <Specimen name="Pack tile">
        <State of="Rest">
          <div className="w-44">
            <PackTile src="/illustrations/taste-zaatar.svg" alt="" colour="gulab-200" />
          </div>
        </State>
        <State of="Hover">
          <div className="w-44">
            <PackTile
              src="/illustrations/taste-cajun.svg"
              alt=""
              colour="bajra-200"
              lift
              className="is-hover"
            />
          </div>
        </State>
        <State of="Out of stock">
          <div className="w-44">
            <PackTile src="/illustrations/taste-sichuan-pepper.svg" alt="" colour="straw-200" out />
          </div>
        </State>
        <State of="Picture broken">
          <div className="w-44">
            <PackTile src="/illustrations/no-such-picture.svg" alt="" />
          </div>
        </State>
      </Specimen>
      <Specimen name="Ledger">
        <State of="Ruled">
          <div className="w-72">
            <Ledger rows={TOTALS} />
          </div>
        </State>
        <State of="Plain">
          <div className="w-72">
            <Ledger rows={TOTALS} plain />
          </div>
        </State>
      </Specimen>
      <Specimen name="Table">
        <State of="One row selected; stacked on a phone" wide>
          <Table
            caption="Orders"
            captionHidden
            columns={COLUMNS}
            rows={ROWS}
            rowKey={(row) => row.number}
            selected={(row) => row.number === 'A-1002'}
          />
        </State>
      </Specimen>
      <Specimen name="Empty state">
        <EmptyState
          headingLevel={3}
          picture="/illustrations/empty-basket.svg"
          title="Nothing in the basket yet"
          action={<ButtonLink to="/products">Build your box</ButtonLink>}
        >
          The complete box is a good place to start.
        </EmptyState>
      </Specimen>
      <Specimen name="Breadcrumbs, prose">
        <State of="Breadcrumbs">
          <Breadcrumbs
            label={`Breadcrumb ${scope}`}
            crumbs={[{ label: 'Products', to: '/products' }, { label: 'Complete box' }]}
          />
        </State>
        <State of="Prose" wide>
          <Prose>
            <h4 className="text-lg font-bold">Delivery</h4>
            <p>
              Parcels leave within two working days. Read <a href="/demo/kit">how we pack</a>.
            </p>
            <ul>
              <li>Sealed packets can come back within ten days.</li>
              <li>Opened packets cannot.</li>
            </ul>
          </Prose>
        </State>
      </Specimen>
    </>
  )
}
