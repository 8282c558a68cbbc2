/** Names of the ways in which money comes, as customers and the provider's report know them. */
export const PROVIDERS: Record<string, string> = {
  cod: 'Cash on delivery',
  razorpay: 'Card or UPI by Razorpay',
  sandbox: 'Card, simulated',
}
