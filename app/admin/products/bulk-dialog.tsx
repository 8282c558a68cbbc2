import { Form, useNavigation } from 'react-router'
import type { AdminAnswer } from '#app/desk/admin-page.tsx'
import { PRODUCTS } from '#app/desk/paths.ts'
import { RecordDialog } from '#app/desk/record-dialog.tsx'
import { Button } from '#app/kit/button.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import type { BulkChange, BulkPlan } from '#shop/catalogue/bulk.ts'
import { formatPrice, type Money } from '#shop/kernel/money.ts'

/** `unread`: the columns of the sheet that are not read. */
export type ShownPlan = BulkPlan & { unread: string[] }

export type BulkDialogProps = {
  closeTo: string
  answer: AdminAnswer | undefined
  /** The changes of an uploaded sheet; null before an upload. */
  plan: ShownPlan | null
}

/** Bulk editing of prices and stock by CSV: download, upload, preview the changes, apply exactly those. */
export function BulkDialog({ closeTo, answer, plan }: BulkDialogProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <RecordDialog title="Prices and stock by CSV" closeTo={closeTo} answer={answer}>
      <Form method="post" replace encType="multipart/form-data" className="record-form">
        <p>
          <a href={`${PRODUCTS}.csv`} className="link" download>
            Download all products as CSV
          </a>
          , change price, discount_price or on_shelf, and send the file back. An empty price or stock stays as
          it is; an empty discount_price means none. on_shelf is what a count finds: the units to sell and
          those that are set_aside for orders. Leave on_shelf_read as it is: it is the level when you
          downloaded the sheet.
        </p>
        <div className="field">
          <label htmlFor="sheet" className="field-label">
            CSV file
          </label>
          <input id="sheet" type="file" name="sheet" accept=".csv,text/csv" required />
        </div>
        <Button look={plan ? 'line' : 'solid'} name="intent" value="look" busy={isBusy}>
          Show what would change
        </Button>
      </Form>
      {plan && <Plan plan={plan} isBusy={isBusy} />}
    </RecordDialog>
  )
}

const COLUMNS: Column<BulkChange>[] = [
  { key: 'name', header: 'Product', place: 'title', cell: ({ name }) => <b>{name}</b> },
  {
    key: 'price',
    header: 'Price',
    align: 'end',
    cell: ({ price }) => price && <Step {...price} show={formatPrice} />,
  },
  {
    key: 'discount',
    header: 'Discount price',
    align: 'end',
    cell: ({ discountPrice }) => discountPrice && <Step {...discountPrice} show={orNone} />,
  },
  {
    key: 'stock',
    header: 'On the shelf',
    align: 'end',
    cell: ({ stock }) => stock && <Step {...stock} show={String} />,
  },
]

const orNone = (price: Money | null) => (price === null ? 'none' : formatPrice(price))

function Step<Value>({ from, to, show }: { from: Value; to: Value; show: (value: Value) => string }) {
  return (
    <span className="change-fields">
      <del>{show(from)}</del> → <ins>{show(to)}</ins>
    </span>
  )
}

function Plan({ plan: { changes, problems, unread }, isBusy }: { plan: ShownPlan; isBusy: boolean }) {
  return (
    <section>
      <h3>{changes.length === 1 ? '1 product would change' : `${changes.length} products would change`}</h3>
      {problems.length > 0 && (
        <ul className="bulk-problems">
          {problems.map(({ line, message }) => (
            <li key={line}>{`Line ${line}, ${message}`}</li>
          ))}
        </ul>
      )}
      {unread.length > 0 && <p className="mb-3">Columns that are not read: {unread.join(', ')}.</p>}
      <Table
        dense
        caption="What would change"
        columns={COLUMNS}
        rows={changes}
        rowKey={({ id }) => id}
        empty={<EmptyList title="Nothing would change" />}
      />
      {changes.length > 0 && (
        <Form method="post" replace encType="multipart/form-data" className="record-form mt-4">
          <input type="hidden" name="changes" value={JSON.stringify(changes)} />
          {problems.length > 0 && <p>Lines with a problem are left out.</p>}
          <Button name="intent" value="apply" busy={isBusy}>
            Apply exactly this
          </Button>
        </Form>
      )}
    </section>
  )
}
