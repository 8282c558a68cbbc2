import type { Policy, PolicyTable } from '#shop/texts/markup.ts'

/** All cookies of the shop. The privacy policy lists them, and a browser test compares them with the real ones. */
export const COOKIES: readonly { name: string; why: string; howLong: string }[] = [
  {
    name: 'better-auth.session_token',
    why: 'keeps you signed in',
    howLong: '30 days after your last visit, at most 180 days',
  },
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
  {
    name: 'better-auth.known_device',
    why: 'says which accounts have signed in with this browser, so that strangers who try passwords or PINs cannot lock you out, and so that the shop’s owners are told when staff sign in on a new device',
    howLong: '1 year',
  },
  { name: 'account', why: 'which links the account menu shows', howLong: '30 days' },
  { name: 'cart', why: 'what is in your cart', howLong: '30 days' },
  {
    name: 'basket',
    why: 'what you have chosen on the shelf and not put into the cart yet',
    howLong: '30 days',
  },
  { name: 'cart_seen', why: 'prices and stock you have seen, to tell you what changed', howLong: '30 days' },
  {
    name: 'cart_undo',
    why: 'what you have just taken out of the cart, to put it back',
    howLong: '2 minutes',
  },
  {
    name: 'mixes',
    why: 'the tastemakers that you picked for a box in a browser without JavaScript',
    howLong: '21 days',
  },
  { name: 'address_undo', why: 'the address you have just removed, to put it back', howLong: '2 minutes' },
  { name: 'coupon', why: 'the coupon code you entered at the checkout', howLong: '1 day' },
  { name: 'checkout_key', why: 'keeps an order from being placed twice', howLong: '1 day' },
  {
    name: 'delivery',
    why: 'what you entered in the checkout, sent to the checkout only, until you order or sign out',
    howLong: '7 days',
  },
  { name: 'ref', why: 'the friend’s code of the link that brought you', howLong: '30 days' },
  { name: 'friend', why: 'how much that code takes off your first order, to show it', howLong: '30 days' },
  {
    name: 'worker_session',
    why: 'keeps a worker signed in who has a PIN',
    howLong: '30 days after the last visit, at most 180 days; on a shared phone until the browser is closed',
  },
  {
    name: 'worker_screens',
    why: 'which worker’s stored screens open without a network, and the key of the worker’s unsent work',
    howLong: 'as long as the worker is signed in',
  },
  {
    name: 'left',
    why: 'that you signed out without a network, so that the shop ends your session once there is one',
    howLong: '30 days, or until then',
  },
  { name: 'worker-language', why: 'the language a worker has chosen', howLong: '1 year' },
]

export const COOKIE_TABLE: PolicyTable = {
  caption: 'Cookies',
  head: ['Cookie', 'What it does', 'How long'],
  rows: COOKIES.map(({ name, why, howLong }) => [name, why, howLong]),
}

export const PRIVACY: Policy = {
  title: 'Privacy policy',
  summary:
    'Your notice under the Digital Personal Data Protection Act, 2023: what we keep about you, why, how long, and how to stop it.',
  since: '29 November 2026',
  sections: [
    {
      id: 'who',
      title: 'Who keeps your data',
      blocks: [
        '{brand} is run by the seller below, who decides what is kept and answers for it.',
        { details: 'seller' },
      ],
    },
    {
      id: 'what',
      title: 'What we keep, why and how long',
      blocks: [
        { details: 'retention' },
        'We do not ask for more than that. Every night we delete what has reached its time. We keep no card numbers: payment providers take card payments on their own pages.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies',
      blocks: [
        'The shop sets only cookies that it needs to work. There is no advertising, no tracking across sites and no script from anyone else. Visits are counted without cookies and without anything about you. To say what kind of place an order’s visit came from, nothing is stored in your browser: the page says what it still knows when you order. Browsers that send Do Not Track or Global Privacy Control are left out of both.',
        { details: 'cookies' },
        'Your browser itself keeps, until you sign out, a cart too large for a cookie, and for at most three weeks the tastemakers picked for a box that isn’t in the cart yet. Over https the names of the sign-in cookies begin with __Secure-.',
        'A worker’s phone also keeps, by the browser itself: photographs and counts that wait for a network, the worker pages that were opened, so that they open without one, and the number of the account they belong to. Signing out on the phone removes the pages. Work that is not sent yet stays until the worker has signed in again and the phone has sent it.',
      ],
    },
    {
      id: 'shared',
      title: 'Who else sees it',
      blocks: [
        'We don’t sell your data. We give others only what their part of the work needs:',
        {
          list: [
            'couriers: name, address and phone of a parcel',
            'payment providers: the amount and the order number of a card payment',
            'the service that carries our email: address and text of an email',
            'Google or Microsoft, only when you choose to sign in with them',
            'authorities and courts, when the law obliges us',
          ],
        },
      ],
    },
    {
      id: 'consent',
      title: 'Your consent, and taking it back',
      blocks: [
        'We use your data because you ask for something: an account, an order, an answer, a newsletter. The newsletter comes only once you have asked for it. An email that a friend you brought has earned you something comes only if you have switched such emails on.',
        'You may take consent back at any time, as easily as you gave it: in [Account Settings](/profile#mails) you switch the newsletter and emails about referrals on and off, and every newsletter has an unsubscribe link that works with one click. For everything else, [write to us](/contact?subject=customer-service#form). What was done before stays lawful, and what tax law makes us keep we keep.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      blocks: [
        {
          list: [
            'to know what we keep about you and with whom we shared it: [Download my data](/profile#your-data) gives you all of it in one file',
            'to have it corrected, completed or brought up to date: name and phone yourself, in [Account Settings](/profile)',
            'to have it erased, unless the law makes us keep it: [Delete Account](/profile/delete) does it right away. It erases what is stored under your account or your confirmed email address. The accounts named above stay, so does the log, which knows you by a number alone, and so do words about you in texts of other people, such as a note on someone else’s order: [write to us](/contact?subject=customer-service#form) about those',
            'to name someone who acts for you when you die or cannot act',
            'to have a complaint heard',
          ],
        },
        '[Write to us](/contact?subject=customer-service#form) from the address of your account. You get a ticket number within 48 hours and an answer within a month.',
      ],
    },
    {
      id: 'safety',
      title: 'How we look after it',
      blocks: [
        'Connections are encrypted, passwords are stored so that we cannot read them, and only people who need data for their work can open it. If data is lost or stolen we tell you and the Data Protection Board of India without delay, with the full report to the Board within 72 hours.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      blocks: [
        'Accounts are for people aged 18 or older. If a child has given us data, a parent or guardian can have it erased.',
      ],
    },
    {
      id: 'grievance',
      title: 'Complaints',
      blocks: [
        'The grievance officer hears complaints about your data. If the answer does not settle it, you may turn to the Data Protection Board of India.',
        { details: 'grievance' },
      ],
    },
    {
      id: 'changes',
      title: 'Changes',
      blocks: [
        'When this notice changes, the date at the top changes. If we ever want to use your data for something new, we ask you first.',
      ],
    },
  ],
}
