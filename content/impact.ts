import type { FactName } from '#content/facts.ts'

export const IMPACT_HERO = {
  title: 'Impact, from farm to plate',
  lead: 'Four stops, each with numbers that have been counted. Where they haven’t been, we say so.',
} as const

export type Stage = {
  id: string
  title: string
  text: readonly string[]
  drawing: string
  alt: string
  /** Background colour, from the palette. */
  ground: '--color-straw-50' | '--color-haldi-200' | '--color-gulab-200'
  facts: readonly FactName[]
  /** Our own records about this stop. */
  record?: readonly { label: string; value: string }[]
}

/** The four stops of the journey, each with statistics about the country. */
export const STAGES: readonly Stage[] = [
  {
    id: 'farm',
    title: 'Farm',
    text: [
      'It starts with water and with whose name is on the land. Both are decided long before a grain reaches us.',
      'We buy ragi and bajra. How much water a box of ours took is a number we do not have yet.',
    ],
    drawing: 'journey-1',
    ground: '--color-straw-50',
    alt: 'A woman carries harvested grain in a field of ragi and bajra',
    facts: ['water', 'holdings'],
  },
  {
    id: 'production-clusters',
    title: 'Production Clusters',
    text: [
      'A self-help group is a savings book, a weekly meeting and a say. Groups led by women clean, roast and mill the grain.',
      'The country counts members. What membership changes in a household is a slower question, and not one that we can answer for anyone.',
    ],
    drawing: 'journey-2',
    ground: '--color-haldi-200',
    alt: 'A woman winnows grain outside a village mill',
    facts: ['groups'],
  },
  {
    id: 'formulation-and-assembly',
    title: 'Formulation and Assembly',
    text: [
      'Here the counting is ours. A task names its quantity, its deadline and its payment before anyone starts.',
      'A photograph of the finished work is reviewed. Approved work is paid; rejected work comes back with a reason. The worker sees every one of these lines.',
    ],
    drawing: 'journey-3',
    ground: '--color-straw-50',
    alt: 'Two women pack boxes and tastemakers at a table',
    facts: [],
    record: [
      { label: 'Quantity and deadline', value: 'set before work starts' },
      { label: 'Payment', value: 'set before work starts' },
      { label: 'Photograph', value: 'kept with the task' },
      { label: 'Review', value: 'approved, or returned with a reason' },
    ],
  },
  {
    id: 'your-plate',
    title: 'Your Plate',
    text: [
      'You can eat your fill and still miss something. These are the numbers behind India’s kitchens. One meal won’t change them, and we won’t pretend ours does.',
      'What a bowl of millet does bring is stated on its page, down to the milligram.',
    ],
    drawing: 'journey-4',
    ground: '--color-gulab-200',
    alt: 'A steaming bowl of millet by an open window',
    facts: ['anaemiaWomen', 'prediabetes', 'hypertension', 'calcium', 'iron'],
  },
]

export const LEDGERS = {
  title: 'What we count, and what we do not yet',
  counted: {
    title: 'Counted today',
    rows: [
      'What is in each food we sell: energy, protein, fibre, vitamins and minerals, a meal or packet at a time',
      'Each worker task: quantity, payment, photograph, review',
      'Each order: when it was placed, sent and delivered',
    ],
  },
  open: {
    title: 'Not measured yet',
    rows: [
      'Water and soil: litres and carbon behind one box',
      'Income: what a group’s households earn with this work and without it',
      'Health: what changes for people who eat millet more often',
      'The price of a box: how it divides between farm, group, transport and shop',
    ],
  },
  note: 'Once we’ve measured one of these, you’ll find the number, the method and the date here. Until then, we leave it blank.',
} as const

export const IMPACT_LINKS = {
  title: 'Read on',
  links: [
    {
      label: 'Impact on the hydration side',
      text: 'The Replenish line has its own page.',
      to: '/hydration/impact',
    },
    { label: 'How a packet is made', text: 'Our mission, manifesto and six steps.', to: '/about' },
    { label: 'See the products', text: 'Ingredients and nutrients, product by product.', to: '/products' },
  ],
} as const
