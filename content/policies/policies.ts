import type { Policy } from '#shop/texts/markup.ts'

export const SHIPPING: Policy = {
  title: 'Shipping policy',
  summary: 'What shipping costs, where we deliver, and how long it takes.',
  since: '21 November 2026',
  sections: [
    {
      id: 'cost',
      title: 'What it costs',
      blocks: [
        '{shippingTerms}',
        'The cart and the checkout show the shipping fee as a line of its own before you place the order. Nothing is added afterwards.',
      ],
    },
    {
      id: 'where',
      title: 'Where we deliver',
      blocks: [
        'We deliver to addresses in India with a six-digit PIN code. We do not ship to other countries: the checkout takes Indian addresses only.',
      ],
    },
    {
      id: 'when',
      title: 'How long it takes',
      blocks: [
        {
          list: [
            'Orders ship within {shipsWithin}.',
            'In metro cities delivery takes {metroDelivery}.',
            'Elsewhere it takes {elsewhereDelivery}.',
            'The order page and our emails name the day by which we expect it, and say so when it is late.',
          ],
        },
        'If we cannot ship in time we tell you, and you may cancel for a full refund.',
      ],
    },
    {
      id: 'tracking',
      title: 'Following your parcel',
      blocks: [
        'Every order has a page in [your orders](/orders): order placed, processing, shipped, delivered. Once a courier has the parcel, you’ll find its tracking number there too.',
      ],
    },
    {
      id: 'arrival',
      title: 'When it arrives',
      blocks: [
        'Food reaches you with at least 30% of its shelf life, or 45 days, still to run.',
        'Please look at the parcel before you open it. If it is torn, wet or crushed, photograph it and [write to us](/contact?subject=customer-service#form); the [returns policy](/returns) says what happens next.',
        'A parcel that comes back to us undelivered is refunded when it was paid for.',
      ],
    },
  ],
}

export const RETURNS: Policy = {
  title: 'Returns and refunds',
  summary: 'How to cancel, what we take back, and how the money returns to you.',
  since: '21 November 2026',
  sections: [
    {
      id: 'cancel',
      title: 'Cancelling an order',
      blocks: [
        'Until an order is shipped you can cancel it at no cost. Open it in [your orders](/orders), or [write to us](/contact?subject=customer-service#form) with the order number.',
        'Once it is shipped a cancellation is a request: we try to stop the parcel, and refund you when it is back with us.',
      ],
    },
    {
      id: 'wrong',
      title: 'When something is wrong',
      blocks: [
        'You get a replacement or a full refund, whichever you prefer, when what arrived is:',
        {
          list: [
            'damaged, leaking or opened on the way',
            'not what you ordered, or incomplete',
            'past its best-before date, or with less shelf life than we promise',
            'faulty, or not as our pages describe it',
            'later than promised, so that you no longer want it',
          ],
        },
        'Please tell us within {returnDays} days of delivery: open the order in [your orders](/orders), choose Request Refund, and add a photograph of what’s wrong, so that we can find out with the group that packed it. The rights that the law gives you beyond these days stay yours.',
        'The order’s page asks which of the two you would like. A replacement is the order sent again at our cost, or the part of it that went wrong; if that is no longer in stock, we refund you instead.',
        'If we need the goods back, the postage is ours.',
      ],
    },
    {
      id: 'mind',
      title: 'Changing your mind',
      blocks: [
        'Food that has left us cannot be sold to someone else, so we do not take it back because you changed your mind. Sealed containers and other things that are not food may come back within {returnDays} days of delivery, unused; the postage is then yours.',
      ],
    },
    {
      id: 'refunds',
      title: 'How refunds work',
      blocks: [
        'A refund goes back the way you paid. If you paid in cash, please name a UPI ID or a bank account when you ask for the refund, or later on the order’s page. We store it encrypted, show it only to the person who pays you, and delete it a week after the payment.',
        'We pay it within {refundDays} working days of agreeing to it, or of knowing where to; the order’s page and our email name the day. Banks usually show it 5 to 7 working days later. Tax and shipping are refunded with the goods.',
      ],
    },
    {
      id: 'unhappy',
      title: 'If we got it wrong',
      blocks: [
        'Write to the grievance officer. You get a ticket number within 48 hours and an answer within a month.',
        { details: 'grievance' },
      ],
    },
  ],
}

export const TERMS: Policy = {
  title: 'Terms of sale and use',
  summary: 'The agreement between you and the seller when you use this shop or buy from it.',
  since: '21 November 2026',
  sections: [
    {
      id: 'seller',
      title: 'Who sells to you',
      blocks: ['{brand} is the name of this shop. The seller is:', { details: 'seller' }],
    },
    {
      id: 'account',
      title: 'Your account',
      blocks: [
        'You may look around without an account. To buy you need one, with an email address that you have verified. You have to be 18 or older, or buy with a parent or guardian.',
        'Keep your password to yourself, and tell us if you think someone else has used your account.',
      ],
    },
    {
      id: 'prices',
      title: 'Prices and tax',
      blocks: [
        'Prices are {taxTerms} {shippingTerms}',
        'Offers and coupons say their conditions where they are shown. One order takes one coupon. A discount never exceeds the price of the goods.',
      ],
    },
    {
      id: 'order',
      title: 'Ordering and paying',
      blocks: [
        'Placing an order is your offer to buy. The contract is made when we confirm the order by email. If we cannot fulfil it, because a price was plainly wrong or stock was lost, we tell you and return what you paid.',
        'The checkout lists the ways to pay that are open to your order. Card payments are taken by a payment provider: your card details never reach our server.',
      ],
    },
    {
      id: 'delivery',
      title: 'Delivery, cancelling and returns',
      blocks: [
        'The [shipping policy](/shipping) and the [returns policy](/returns) are part of these terms.',
      ],
    },
    {
      id: 'food',
      title: 'About the food',
      blocks: [
        'Each product page lists ingredients, allergens, nutrition, net quantity, shelf life and country of origin. The label on the pack decides: read it if you have an allergy.',
        'What we sell is food and drink, not medicine. Nothing on this site is medical advice. If you are pregnant, or have a condition or a diet that a doctor looks after, ask the doctor first.',
      ],
    },
    {
      id: 'play',
      title: 'Recipes and the wheel',
      blocks: ['The wheel on the recipe page picks something to cook. It gives no prizes and no discounts.'],
    },
    {
      id: 'reviews',
      title: 'What you write',
      blocks: [
        'Reviews come from customers who received the product. Yours stays yours; you let us show it beside the product. We remove what is unlawful, insulting or about something else, never what is merely unkind to us.',
      ],
    },
    {
      id: 'use',
      title: 'Fair use',
      blocks: [
        'Do not try to break into the shop, to overload it, or to order in someone else’s name. Pictures and texts are ours or used with permission; ask before you publish them elsewhere.',
      ],
    },
    {
      id: 'liability',
      title: 'What we answer for',
      blocks: [
        'We answer for what we sell as the Consumer Protection Act, 2019 says, and nothing here takes away a right that it gives you. We do not answer for what no one could foresee or prevent, such as floods, strikes and failures of public networks, but we do tell you and refund what cannot be delivered.',
      ],
    },
    {
      id: 'complaints',
      title: 'Complaints and law',
      blocks: [
        'Please write to the grievance officer first: you get a ticket number within 48 hours and an answer within a month. The law of India applies. You may also turn to the National Consumer Helpline (1915) or to the consumer commission where you live.',
        { details: 'grievance' },
      ],
    },
  ],
}
