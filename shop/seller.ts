/** Required by law on site and invoices. */
export type Seller = {
  name: string
  address: string
  phone: string | null
  email: string
  fssaiLicence: string | null
  gstin: string | null
  /** Decides which taxes an invoice shows. */
  state: string | null
  grievanceOfficer: { name: string; phone: string | null; email: string }
}
