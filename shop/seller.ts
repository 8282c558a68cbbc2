/** Who sells: what the law wants to be read on the site and on invoices. Null is what has not been given. */
export type Seller = {
  name: string
  address: string
  phone: string | null
  /** Customer care. */
  email: string
  fssaiLicence: string | null
  /** The number under which the seller pays GST. */
  gstin: string | null
  /** The state where the seller is registered; decides which taxes an invoice shows. */
  state: string | null
  grievanceOfficer: { name: string; phone: string | null; email: string }
}
