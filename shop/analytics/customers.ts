export type CustomerFigures = {
  /** Customers whose last sale lies in the span; of a span that ends today, everybody who bought in it. */
  customers: number
  /** Those of them with two sales or more in all. */
  repeating: number
  /** Customers whose first sale lies in the span. */
  newcomers: number
}
