import type { ReactNode } from 'react'
import type { Seller } from '#shop/ctx.ts'

type Row = [label: string, value: ReactNode]

/** Details of the seller that the E-Commerce Rules require: name, address, customer care, licence. */
export function SellerDetails({ seller }: { seller: Seller }) {
  const rows: Row[] = [
    ['Seller', seller.name],
    ['Address', seller.address],
    ['Email', <MailLink key="mail" address={seller.email} />],
  ]
  if (seller.phone) rows.push(['Phone', <PhoneLink key="phone" number={seller.phone} />])
  if (seller.fssaiLicence) rows.push(['FSSAI licence', seller.fssaiLicence])
  return <Details rows={rows} />
}

export function GrievanceOfficer({ seller: { grievanceOfficer: officer } }: { seller: Seller }) {
  const rows: Row[] = [
    ['Grievance officer', officer.name],
    ['Email', <MailLink key="mail" address={officer.email} />],
  ]
  if (officer.phone) rows.push(['Phone', <PhoneLink key="phone" number={officer.phone} />])
  return <Details rows={rows} />
}

function Details({ rows }: { rows: Row[] }) {
  return (
    <dl className="border-t-2">
      {rows.map(([label, value]) => (
        <div key={label} className="border-b border-line py-3">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="link">
      {address}
    </a>
  )
}

function PhoneLink({ number }: { number: string }) {
  return (
    <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className="link">
      {number}
    </a>
  )
}
