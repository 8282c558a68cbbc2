import type { Policy } from '#content/policies/policy.ts'

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
        'Prices are in Indian rupees. GST of {taxPercent} is added to the goods in the cart and at checkout, where you see the whole amount before you order. {shippingTerms}',
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
