export type CustomerFigures = {
  /** Customers whose last sale is in the span; for a span that ends today, all who bought in it. */
  customers: number
  /** Those of them with at least two sales of all time. */
  repeating: number
  /** Customers whose first sale is in the span. */
  newcomers: number
}
