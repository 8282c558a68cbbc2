import type { Policy } from '#content/policies/policy.ts'

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
            'Elsewhere it depends on the courier and can take longer. The order page shows where the parcel is.',
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
