import { Breadcrumbs } from '#app/kit/breadcrumbs.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { EmptyState } from '#app/kit/empty-state.tsx'
import { Ledger } from '#app/kit/ledger.tsx'
import { PackTile } from '#app/kit/pack-tile.tsx'
import { Badge } from '#app/kit/status.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { Prose } from '#app/kit/text.tsx'
import { Specimen, State } from './specimen.tsx'

type Row = { number: string; customer: string; state: 'Packed' | 'Delivered'; total: string }

const ROWS: Row[] = [
  { number: 'A-1001', customer: 'Ananya Rao', state: 'Packed', total: '₹1,060.82' },
  { number: 'A-1002', customer: 'Farid Khan', state: 'Delivered', total: '₹329.22' },
]

const COLUMNS: Column<Row>[] = [
  { key: 'number', header: 'Order', cell: (row) => row.number, place: 'lead' },
  { key: 'customer', header: 'Customer', cell: (row) => row.customer },
  {
    key: 'state',
    header: 'Status',
    cell: (row) => <Badge tone={row.state === 'Packed' ? 'info' : 'positive'}>{row.state}</Badge>,
  },
  { key: 'total', header: 'Total', cell: (row) => row.total, align: 'end' },
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
