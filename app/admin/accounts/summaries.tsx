import { documentsPath } from '#app/admin/accounts/period-list.tsx'
import { TableSection } from '#app/desk/admin-page.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Link } from '#app/kit/link.tsx'
import type { Accounts, HsnRow, PartyRow, RateRow, StateRow, TaxSums } from '#shop/accounts/accounts.ts'
import type { AccountPeriod } from '#shop/accounts/period.ts'
import { stateWithCode } from '#shop/kernel/gst-states.ts'
import { percentText } from '#shop/kernel/tax.ts'

/** Invoices less credit notes by rate, HSN code, state and kind of buyer; each row opens into its documents. */
export function Summaries({ period, accounts }: { period: AccountPeriod; accounts: Accounts }) {
  const { byRate, byHsn, byState, byParty } = accounts
  const to = (filter: Record<string, string>) => documentsPath(period, filter)
  return (
    <>
      <TableSection
        title="By rate"
        caption="Invoices less credit notes by GST rate"
        columns={[
          nameColumn<RateRow>('GST', ({ rate }) => [percentText(rate), to({ rate: `${rate}` })]),
          ...TAX_COLUMNS,
        ]}
        rows={byRate}
        rowKey={({ rate }) => `${rate}`}
      />
      <TableSection
        title="By HSN code"
        caption="Invoices less credit notes by HSN code, rate and kind of buyer"
        columns={[
          nameColumn<HsnRow>('HSN code', ({ hsn, rate, isBusiness }) => [
            hsn || 'none',
            to({ hsn, rate: `${rate}`, b2b: isBusiness ? 'yes' : 'no' }),
          ]),
          column.text<HsnRow>('GST', ({ rate }) => percentText(rate)),
          column.text<HsnRow>('Buyers', ({ isBusiness }) => (isBusiness ? 'B2B' : 'B2C')),
          column.count<HsnRow>('Units', ({ units }) => units),
          ...TAX_COLUMNS,
        ]}
        rows={byHsn}
        rowKey={({ hsn, rate, isBusiness }) => `${hsn} ${rate} ${isBusiness}`}
      />
      <TableSection
        title="By state"
        caption="Invoices less credit notes by place of supply"
        columns={[
          nameColumn<StateRow>('Place of supply', ({ state }) => [
            state ? stateWithCode(state) : 'Unknown',
            to({ state }),
          ]),
          ...TAX_COLUMNS,
        ]}
        rows={byState}
        rowKey={({ state }) => state}
      />
      <TableSection
        title="Businesses and consumers"
        caption="Invoices less credit notes by kind of buyer"
        columns={[
          nameColumn<PartyRow>('Buyers', ({ isBusiness }) => [
            isBusiness ? 'B2B, with a GSTIN' : 'B2C',
            to({ b2b: isBusiness ? 'yes' : 'no' }),
          ]),
          ...TAX_COLUMNS,
        ]}
        rows={byParty}
        rowKey={({ isBusiness }) => `${isBusiness}`}
      />
    </>
  )
}

/** The first column, with a link to the documents. */
function nameColumn<Row>(header: string, name: (row: Row) => [text: string, to: string]): Column<Row> {
  return column.title(header, (row) => {
    const [text, to] = name(row)
    return <Link to={to}>{text}</Link>
  })
}

const TAX_COLUMNS: Column<TaxSums>[] = [
  column.money('Taxable value', ({ taxable }) => taxable),
  column.money('CGST', ({ cgst }) => cgst),
  column.money('SGST', ({ sgst }) => sgst),
  column.money('IGST', ({ igst }) => igst),
]
