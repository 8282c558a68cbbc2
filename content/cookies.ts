/** All cookies of the shop. The privacy policy lists them, and a browser test compares them with the real ones. */
export const COOKIES: readonly { name: string; why: string; howLong: string }[] = [
  { name: 'better-auth.session_token', why: 'keeps you signed in', howLong: '30 days after your last visit' },
  {
    name: 'better-auth.state',
    why: 'ties your answer at Google or Microsoft to your sign-in here',
    howLong: '5 minutes, only while you sign in that way',
  },
  {
    name: 'better-auth.sign_up',
    why: 'ties the link in the email to the browser that signed up',
    howLong: '1 day',
  },
  { name: 'account', why: 'which links the account menu shows', howLong: '30 days' },
  { name: 'cart', why: 'what is in your cart', howLong: '30 days' },
  { name: 'cart_seen', why: 'prices and stock you have seen, to tell you what changed', howLong: '30 days' },
  { name: 'coupon', why: 'the coupon code you entered at the checkout', howLong: '1 day' },
  { name: 'checkout_key', why: 'keeps an order from being placed twice', howLong: '1 day' },
  { name: 'ref', why: 'the friend’s code of the link that brought you', howLong: '30 days' },
  { name: 'worker-language', why: 'the language a worker has chosen', howLong: '1 year' },
]
