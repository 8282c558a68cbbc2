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

/** `hasNumber`: the URL contains the tracking number. Otherwise the customer enters it on the page. */
export type TrackingPage = { url: string; hasNumber: boolean }

const parcelUrl = (start: string) => (number: string) => ({ url: `${start}${number}`, hasNumber: true })
const formUrl = (url: string) => () => ({ url, hasNumber: false })

/**
 * Carriers do not document these URLs; several public shop repositories use them (searched in November 2026).
 * Where these disagree (DTDC, Shadowfax, Gati), the link opens the form. India Post asks for a captcha.
 */
const PAGES: Record<Carrier, (number: string) => TrackingPage> = {
  'India Post': formUrl('https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx'),
  Delhivery: parcelUrl('https://www.delhivery.com/track-v2/package/'),
  'Blue Dart': parcelUrl('https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo='),
  DTDC: formUrl('https://www.dtdc.com/track-your-shipment/'),
  Xpressbees: parcelUrl('https://www.xpressbees.com/shipment/tracking?awbNo='),
  Ekart: parcelUrl('https://ekartlogistics.com/shipmenttrack/'),
  'Ecom Express': parcelUrl('https://ecomexpress.in/tracking/?awb_field='),
  Shadowfax: formUrl('https://tracker.shadowfax.in/'),
  'Amazon Shipping': parcelUrl('https://track.amazon.in/tracking/'),
  Gati: formUrl('https://www.gati.com/track-by-docket/'),
}

/** Matches names with a service added by aggregators: 'Delhivery Surface', 'BlueDart_Air'. */
const PATTERNS = new Map(
  CARRIERS.map((name) => [name, new RegExp(`^${name.replaceAll(' ', '[\\s_-]*')}(?![a-z])`, 'i')]),
)

/** Returns null for an unknown carrier. Ignores case and text after the name. */
export function trackingPage(carrier: string | null, trackingNumber: string | null): TrackingPage | null {
  const match = CARRIERS.find((name) => PATTERNS.get(name)?.test(carrier?.trim() ?? ''))
  const number = trackingNumber?.trim()
  return match && number ? PAGES[match](encodeURIComponent(number)) : null
}

export const NO_TRACKING_NUMBER =
  'Use only letters, digits, spaces and . / - _ in a tracking number, and not a number that a spreadsheet shortened (1.2E+12)'

/** False also for numbers that a spreadsheet has shortened, such as 1.23457E+12. */
export function isTrackingNumber(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9 ./_-]*$/.test(text) && !/^\d(\.\d+)?E\+?\d+$/i.test(text.trim())
}
