/**
 * Addresses of parcels in the columns of a courier's upload. The courier's file with tracking numbers
 * (tracking-file.ts) has the same order ids. Several public shop repositories write these headings of Shiprocket and
 * Delhivery (searched in November 2026); both take one line for a parcel.
 */
import { gramsIn } from '#shop/catalogue/unit-sale-price.ts'
import { type CsvCell, cellsOf, type FileColumn, headingsOf } from '#shop/kernel/csv.ts'
import { timeInIndia } from '#shop/kernel/day.ts'
import { type Money, NO_MONEY, toRupees } from '#shop/kernel/money.ts'
import { amountDue, type OrderItem } from '#shop/orders/order.ts'
import { isCashDue, type Parcel } from '#shop/orders/packing.ts'
import { itemsText } from '#shop/orders/request.ts'

export const COURIER_FORMATS = {
  general: 'Any courier',
  shiprocket: 'Shiprocket',
  delhivery: 'Delhivery',
} as const
export type CourierFormat = keyof typeof COURIER_FORMATS

/** `netQuantities`: by product id, as on the labels. */
export type CourierParcel = Pick<Parcel, 'order' | 'items'> & { netQuantities: ReadonlyMap<string, string> }

type Cell = (parcel: CourierParcel) => CsvCell

const to = (parcel: CourierParcel) => parcel.order.shippingAddress
const collect = ({ order }: CourierParcel): Money => (isCashDue(order) ? amountDue(order) : NO_MONEY)

const id: Cell = ({ order }) => order.id
const name: Cell = (parcel) => to(parcel).fullName
const phone: Cell = (parcel) => to(parcel).phone
const street: Cell = (parcel) => to(parcel).addressLine1
const area: Cell = (parcel) => to(parcel).addressLine2
const city: Cell = (parcel) => to(parcel).city
const state: Cell = (parcel) => to(parcel).state
const pin: Cell = (parcel) => to(parcel).postalCode
const country: Cell = () => 'India'
const mode: Cell = ({ order }) => (isCashDue(order) ? 'COD' : 'Prepaid')
const cash: Cell = (parcel) => toRupees(collect(parcel))
const value: Cell = ({ order }) => toRupees(order.total)
const contents: Cell = ({ items }) => itemsText(items)

/** The weight of the contents without packaging. Empty if a product's net quantity is not a weight. */
const kilograms: Cell = ({ items, netQuantities }) => {
  const grams = (productId: string | null) => gramsIn(netQuantities.get(productId ?? '') ?? '')
  const weightOf = ({ productId, tastemakers }: OrderItem) =>
    grams(productId) ??
    (tastemakers.length > 0
      ? tastemakers.reduce((sum, pick) => sum + pick.count * (grams(pick.productId) ?? Number.NaN), 0)
      : Number.NaN)
  const weight = items.reduce((sum, item) => sum + item.quantity * weightOf(item), 0)
  return weight > 0 ? Math.ceil(weight / 10) / 100 : null
}
const grams: Cell = (parcel) => Math.round(Number(kilograms(parcel)) * 1000) || null

/** `headings`: in the order of the upload, separated by '|'. Columns without an entry in `cells` stay empty. */
function columns(headings: string, cells: Readonly<Record<string, Cell>>): FileColumn<CourierParcel>[] {
  return headings.split('|').map((heading) => [heading, cells[heading] ?? (() => null)])
}

const COLUMNS: Record<CourierFormat, FileColumn<CourierParcel>[]> = {
  general: Object.entries<Cell>({
    ...{ 'Order ID': id, Name: name, Phone: phone, 'Address line 1': street, 'Address line 2': area },
    ...{ City: city, State: state, 'PIN code': pin, Country: country, 'Payment mode': mode },
    ...{ 'COD amount': cash, Value: value, 'Weight (kg)': kilograms, Contents: contents },
  }),
  shiprocket: columns(
    '*Order Id|Order Date as dd-mm-yyyy hh:MM|*Channel|*Payment Method(COD/Prepaid)|*Customer First Name|Customer Last Name|Email (Optional)|*Customer Mobile|Customer Alternate Mobile|*Shipping Address Line 1|Shipping Address Line 2|*Shipping Address Country|*Shipping Address State|*Shipping Address City|*Shipping Address Postcode|Billing Address Line 1|Billing Address Line 2|Billing Address Country|Billing Address State|Billing Address City|Billing Address Postcode|*Master SKU|*Product Name|*Product Quantity|Tax %|*Selling Price(Per Unit Item, Inclusive of Tax)|Discount(Per Unit Item)|Shipping Charges(Per Order)|COD Charges(Per Order)|Gift Wrap Charges(Per Order)|Total Discount (Per Order)|*Partial COD (Yes/No)|*Length (cm)|*Breadth (cm)|*Height (cm)|*Weight Of Shipment(kg)',
    {
      ...{ '*Order Id': id, '*Channel': () => 'Custom', '*Payment Method(COD/Prepaid)': mode },
      'Order Date as dd-mm-yyyy hh:MM': ({ order }) =>
        timeInIndia(order.createdAt).replace(/^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d).*/, '$3-$2-$1 $4'),
      ...{ '*Customer First Name': name, '*Customer Mobile': phone, '*Shipping Address Line 1': street },
      ...{ 'Shipping Address Line 2': area, '*Shipping Address Country': country },
      ...{
        '*Shipping Address State': state,
        '*Shipping Address City': city,
        '*Shipping Address Postcode': pin,
      },
      ...{ '*Master SKU': ({ order }) => order.id.slice(0, 8), '*Product Name': contents },
      ...{ '*Product Quantity': () => 1, '*Selling Price(Per Unit Item, Inclusive of Tax)': value },
      ...{ '*Partial COD (Yes/No)': () => 'No', '*Weight Of Shipment(kg)': kilograms },
    },
  ),
  delhivery: columns(
    'Waybill|Order No|Consignee Name|City|State|Country|Address|Pincode|Phone|Mobile|Weight|Payment Mode|Package Amount|Cod Amount|Product To Be Shipped|Shipping Client',
    {
      ...{ 'Order No': id, 'Consignee Name': name, City: city, State: state, Country: country },
      Address: (parcel) => [street(parcel), area(parcel)].filter(Boolean).join(', '),
      ...{ Pincode: pin, Phone: phone, Mobile: phone, Weight: grams, 'Payment Mode': mode },
      ...{ 'Package Amount': value, 'Cod Amount': cash, 'Product To Be Shipped': contents },
    },
  ),
}

/** Returns the headings, and a row for each parcel. */
export function courierRows(format: CourierFormat, parcels: readonly CourierParcel[]): CsvCell[][] {
  const chosen = COLUMNS[format]
  return [headingsOf(chosen), ...parcels.map((parcel) => cellsOf(chosen, parcel))]
}
