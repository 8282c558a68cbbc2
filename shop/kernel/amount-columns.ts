/** The columns that hold paise, by name, in all tables and in the content of invoices. */
export const AMOUNT_COLUMNS: ReadonlySet<string> = new Set([
  ...['amount', 'total', 'subtotal', 'discount', 'tax', 'taxable', 'cgst', 'sgst', 'igst', 'roundOff'],
  ...['price', 'discountPrice', 'mrp', 'unitPrice', 'totalPrice', 'shippingFee', 'minOrderAmount'],
  ...['advance', 'shippingRate', 'freeShippingAbove'],
  ...['payPerUnit', 'paymentAmount', 'dailyAmount', 'revenue', 'hydrationRevenue', 'paidRevenue'],
])
