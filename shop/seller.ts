/** The seller's details required by law on site and invoices. Null for those not given. */
export type Seller = {
  name: string
  address: string
  phone: string | null
  /** Customer care. */
  email: string
  fssaiLicence: string | null
  /** The GST registration number. */
  gstin: string | null
  /** The state of the seller's registration; decides which taxes an invoice shows. */
  state: string | null
  grievanceOfficer: { name: string; phone: string | null; email: string }
}
