/** Carriers in India, and the page of each that follows a parcel by its number. */
export const CARRIERS = [
  'India Post',
  'Delhivery',
  'Blue Dart',
  'DTDC',
  'Xpressbees',
  'Ekart',
  'Ecom Express',
  'Shadowfax',
  'Amazon Shipping',
  'Gati',
] as const
export type Carrier = (typeof CARRIERS)[number]

const PAGES: Record<Carrier, (number: string) => string> = {
  'India Post': (number) =>
    `https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx?consignment=${number}`,
  Delhivery: (number) => `https://www.delhivery.com/track-v2/package/${number}`,
  'Blue Dart': (number) => `https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=${number}`,
  DTDC: (number) => `https://www.dtdc.in/trace.asp?strCnno=${number}`,
  Xpressbees: (number) => `https://www.xpressbees.com/shipment/tracking?awbNo=${number}`,
  Ekart: (number) => `https://ekartlogistics.com/shipmenttrack/${number}`,
  'Ecom Express': (number) => `https://ecomexpress.in/tracking/?awb_field=${number}`,
  Shadowfax: (number) => `https://tracker.shadowfax.in/#/track/${number}`,
  'Amazon Shipping': (number) => `https://track.amazon.in/tracking/${number}`,
  Gati: (number) => `https://www.gati.com/track-by-docket/?dktNo=${number}`,
}

/** The carrier's page for this parcel; null for a carrier that is not in the table. Upper and lower case are one. */
export function trackingUrl(carrier: string | null, trackingNumber: string | null): string | null {
  const known = CARRIERS.find((name) => name.toLowerCase() === carrier?.trim().toLowerCase())
  const number = trackingNumber?.trim()
  return known && number ? PAGES[known](encodeURIComponent(number)) : null
}
