import type { Question } from '#shop/texts/markup.ts'

export const HYDRATION_FAQ: readonly Question[] = [
  {
    id: 'mix',
    question: 'How do I mix a stick?',
    answer: [
      'One stick to two glasses of water (1:2), about 500 ml in all. Stir until dissolved and enjoy it through the day.',
      'It contains salt, and the flavoured one a sweetener: two sticks a day is plenty, and it is not meant for children.',
    ],
  },
  {
    id: 'shelf-life',
    question: 'How long does a box keep?',
    answer: [
      '6-8 months from packing; the best-before date is on the box. Once the box is open, use the sticks within 4-6 weeks and keep them dry.',
    ],
  },
  {
    id: 'ingredients',
    question: 'What is in it, and what about allergens?',
    answer: [
      'Mineral salts, chicory fibre, amla, tulsi and citric acid; the flavoured sticks add fruit, herb and spice powders and steviol glycosides from stevia. No caffeine and no added sugar.',
      'No ingredient is one of the allergens that Indian labelling rules name, such as milk, nuts, soy or gluten. The full list is on [the Replenish page](/replenish) and on every box.',
    ],
  },
  {
    id: 'shipping-cost',
    question: 'What does shipping cost?',
    answer: ['{shippingTerms} More in the [shipping policy](/shipping).'],
  },
  {
    id: 'delivery',
    question: 'Where do you deliver, and how fast?',
    answer: [
      'Within India only for now: the checkout takes Indian PIN codes. We do not ship abroad yet.',
      'Orders ship within {shipsWithin}. Delivery takes {metroDelivery} in metro cities; elsewhere it can take longer, and the order page shows where the parcel is.',
    ],
  },
  {
    id: 'subscription',
    question: 'Is there a subscription?',
    answer: ['No. Each box is bought once; nothing renews and nothing is charged by itself.'],
  },
  {
    id: 'bulk',
    question: 'Can we order for an office, a hostel or a library?',
    answer: [
      'Yes. [Send a bulk order inquiry](/hydration/contact?subject=bulk-order#form) with the number of boxes, the PIN code and the date you need them.',
    ],
  },
]
