import { GrievanceOfficer, SellerDetails } from '#app/legal/seller-details.tsx'
import type { Seller } from '#shop/seller.ts'

/** The seller and the grievance officer, beside the form on both contact pages. */
export function ReachUs({ seller }: { seller: Seller }) {
  return (
    <aside aria-labelledby="reach-us">
      <h2 id="reach-us" className="display text-2xl">
        Who you reach
      </h2>
      <div className="mt-5">
        <SellerDetails seller={seller} />
      </div>
      <h3 className="mt-8 font-semibold">Complaints</h3>
      <p className="mt-1 mb-4 text-sm text-ink-soft">
        Each one has a ticket number within 48 hours and an answer within a month.
      </p>
      <GrievanceOfficer seller={seller} />
    </aside>
  )
}
