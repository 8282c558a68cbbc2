import type { FactName } from '#content/facts.ts'

/** Texts of the home page, which admins can edit. */
export type HomeTexts = {
  hero: { title: string; lead: string }
  meanings: readonly Meaning[]
  box: { lead: string }
  journey: { title: string; steps: readonly JourneyStep[] }
  values: { title: string; three: readonly Value[] }
  voicesTitle: string
  impactLink: { label: string; text: string }
  replenish: { title: string; text: string; link: string }
}

const HERO = {
  title: 'Twenty dinners in a box of millet',
  lead: 'Ragi and bajra mixes, with ten tastemakers you pick yourself. On the table in ten minutes.',
} as const

/** For a shop that sells other products than the complete box. */
export const HERO_WITHOUT_BOX: HomeTexts['hero'] = {
  title: 'Millet for everyday dinners',
  lead: 'Made by women-led self-help groups, with a label you can read.',
}

export const HERO_WITHOUT_PRODUCTS: HomeTexts['hero'] = {
  ...HERO_WITHOUT_BOX,
  lead: 'Made by women-led self-help groups. Our shelves are being filled: please come back soon.',
}

export type Meaning = { id: string; label: string; text: readonly string[]; drawing: string; alt: string }

/** The tabs of '{brand} means …'. */
const MEANINGS: readonly Meaning[] = [
  {
    id: 'definition',
    label: 'Definition',
    text: [
      'The slow work of tending: a field first, then a skill, then a habit at the table.',
      'Here it starts with two old grains, ragi and bajra, and ends when you wash one pan.',
    ],
    drawing: 'cultivate-land',
    alt: 'Rows of millet running towards a low sun',
  },
  {
    id: 'for-consumers',
    label: 'For Consumers',
    text: [
      'Dinner with a label you can read: grain, pulses, nuts and salt, in everyday words. The flavour is up to you.',
      'The mix is plain on purpose: the same pan is Chettinad on Monday and Italian Herb on Tuesday.',
    ],
    drawing: 'cultivate-food',
    alt: 'A bowl of cooked millet among spices, lime and packets of tastemakers',
  },
  {
    id: 'for-communities',
    label: 'For Communities',
    text: [
      'The mixes are made by women-led self-help groups: cleaned, roasted, weighed and sealed by people who keep their own books.',
      'Each finished task is photographed, checked and paid against a record that the worker can open.',
    ],
    drawing: 'cultivate-people',
    alt: 'Three women of a self-help group with the boxes they pack',
  },
]

const BOX = {
  lead: 'A month of weeknight dinners, sorted in one go. You choose the flavours; we take care of the grain.',
} as const

export type JourneyStep = { title: string; text: string; drawing: string }

const JOURNEY = {
  title: 'Four stops between the field and your pan',
  steps: [
    { title: 'Farm', text: 'Ragi and bajra, grown and threshed in India.', drawing: 'journey-1' },
    {
      title: 'Production Clusters',
      text: 'Women-led self-help groups clean, roast and mill the grain.',
      drawing: 'journey-2',
    },
    {
      title: 'Formulation and Assembly',
      text: 'One recipe, mixed with pulses and nuts, weighed to 85 g and packed with your picks.',
      drawing: 'journey-3',
    },
    {
      title: 'Your Plate',
      text: 'One sachet, 400 ml of water, one tastemaker. Ten minutes, one pan.',
      drawing: 'journey-4',
    },
  ],
} as const satisfies { title: string; steps: readonly JourneyStep[] }

export type Value = { title: string; text: string; drawing: string; fact: FactName }

const VALUES = {
  title: 'Three things we won’t compromise on',
  three: [
    {
      title: 'Health',
      text: 'See every ingredient, allergen and nutrient before you buy, in words you use at home.',
      drawing: 'value-read',
      fact: 'calcium',
    },
    {
      title: 'Women-Owned',
      text: 'Women-led self-help groups own the work, and the record of it.',
      drawing: 'value-work',
      fact: 'groups',
    },
    {
      title: 'Climate-Smart',
      text: 'What a field grows decides how much water it needs. We’re starting with two millets, and we’ll tell you what we haven’t measured yet.',
      drawing: 'value-soil',
      fact: 'water',
    },
  ],
} as const satisfies { title: string; three: readonly Value[] }

const VOICES_TITLE = 'From other tables'

const IMPACT_LINK = {
  label: 'Learn About Our Impact',
  text: 'From farm to plate: what we count, and what we cannot say yet',
} as const

const REPLENISH = {
  title: 'Replenish, for the other half of the day',
  text: 'A stick in a tall glass of water. Mint mojito, ginger lemon, mango chilli, or nothing at all.',
  link: 'See Replenish',
} as const

export const REPLENISH_STICKS = ['mint-mojito', 'ginger-lemon', 'mango-chilli', 'unflavoured'] as const

export const HOME: HomeTexts = {
  hero: HERO,
  meanings: MEANINGS,
  box: BOX,
  journey: JOURNEY,
  values: VALUES,
  voicesTitle: VOICES_TITLE,
  impactLink: IMPACT_LINK,
  replenish: REPLENISH,
}
