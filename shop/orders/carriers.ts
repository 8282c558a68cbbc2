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

/** `hasNumber`: the URL contains the parcel's number. Otherwise the customer types it there. */
export type TrackingPage = { url: string; hasNumber: boolean }

const onParcel = (begin: string) => (number: string) => ({ url: `${begin}${number}`, hasNumber: true })
const asksForNumber = (url: string) => () => ({ url, hasNumber: false })

/**
 * Carriers do not document these URLs; several public shop repositories use them (searched in November 2026).
 * Where sources disagree (DTDC, Shadowfax, Gati) only the form is opened. India Post asks for a captcha.
 */
const PAGES: Record<Carrier, (number: string) => TrackingPage> = {
  'India Post': asksForNumber(
    'https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx',
  ),
  Delhivery: onParcel('https://www.delhivery.com/track-v2/package/'),
  'Blue Dart': onParcel('https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo='),
  DTDC: asksForNumber('https://www.dtdc.com/track-your-shipment/'),
  Xpressbees: onParcel('https://www.xpressbees.com/shipment/tracking?awbNo='),
  Ekart: onParcel('https://ekartlogistics.com/shipmenttrack/'),
  'Ecom Express': onParcel('https://ecomexpress.in/tracking/?awb_field='),
  Shadowfax: asksForNumber('https://tracker.shadowfax.in/'),
  'Amazon Shipping': onParcel('https://track.amazon.in/tracking/'),
  Gati: asksForNumber('https://www.gati.com/track-by-docket/'),
}

/** Aggregators add the service: 'Delhivery Surface', 'BlueDart_Air'. */
const BEGINNINGS = new Map(
  CARRIERS.map((name) => [name, new RegExp(`^${name.replaceAll(' ', '[\\s_-]*')}(?![a-z])`, 'i')]),
)

/** Null for an unknown carrier. Case and text after its name do not matter. */
export function trackingPage(carrier: string | null, trackingNumber: string | null): TrackingPage | null {
  const match = CARRIERS.find((name) => BEGINNINGS.get(name)?.test(carrier?.trim() ?? ''))
  const number = trackingNumber?.trim()
  return match && number ? PAGES[match](encodeURIComponent(number)) : null
}

export const NO_TRACKING_NUMBER =
  'This is no tracking number: letters, digits and - . / only, and not as a spreadsheet shortens it (1.2E+12)'

/** Refuses numbers that a spreadsheet has cut, such as 1.23457E+12. */
export function isTrackingNumber(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9 ./_-]*$/.test(text) && !/^\d(\.\d+)?E\+?\d+$/i.test(text.trim())
}
