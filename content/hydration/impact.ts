/** Texts of the hydration side's impact page. Statistics about the country come from content/facts.ts. */
import { FACTS, type FactName } from '#content/facts.ts'

export const IMPACT = {
  title: 'Our Impact',
  lead: 'A stick is a small thing. Here is the country it is made in, and what we mean to do there. Every figure has its source and year.',
  description:
    'Health, water and work in India in seven sourced figures, how group work is paid, and our goals for 2030.',
}

/** A question and its answer. `percentage` is null if the answer is a count. */
export type StatCard = {
  id: string
  question: string
  stat: string
  detail: string
  percentage: number | null
  source: string
}

export type StatGroup = {
  id: 'health' | 'environment' | 'people'
  title: string
  lead: string
  color: string
  cards: readonly StatCard[]
}

/** Returns figure and source of a fact, for the back of a card. */
function citationOf(name: FactName): Pick<StatCard, 'stat' | 'source'> {
  const { figure, source, year } = FACTS[name]
  return { stat: figure, source: `${source}, ${year}` }
}

export const STAT_GROUPS: readonly StatGroup[] = [
  {
    id: 'health',
    title: 'Health & Nutrition',
    lead: 'The state of Indian plates and bodies today. A drink cures none of this; it is why we print whole labels.',
    color: '--color-mint-200',
    cards: [
      {
        id: 'women-anaemia',
        question: 'How many women aged 15 to 49 are anaemic?',
        ...citationOf('anaemiaWomen'),
        detail: 'More than one woman in two.',
        percentage: 57,
      },
      {
        id: 'children-anaemia',
        question: 'How many children under five are anaemic?',
        ...citationOf('anaemiaChildren'),
        detail: 'Two in three, counted from 6 to 59 months of age.',
        percentage: 67.1,
      },
      {
        id: 'hypertension',
        question: 'How many adults live with high blood pressure?',
        ...citationOf('hypertension'),
        detail: 'It is why the sodium of every stick is printed in milligrams.',
        percentage: 35.5,
      },
    ],
  },
  {
    id: 'environment',
    title: 'Environmental Impact',
    lead: 'Water is the whole drink. Most of it is spent before it reaches a tap.',
    color: '--color-lake-200',
    cards: [
      {
        id: 'water-farming',
        question: 'How much of India’s fresh water goes to farming?',
        ...citationOf('water'),
        detail: 'Of all freshwater withdrawals in the country.',
        percentage: 90,
      },
      {
        id: 'own-tap',
        question: 'How much of a glass of Replenish comes from your own tap?',
        stat: '99%',
        detail: 'A stick is 5 g, the water 500 ml. We carry the 1%.',
        percentage: 99,
        source: 'Our label, 2026: 5 g in 505 g',
      },
    ],
  },
  {
    id: 'people',
    title: 'Socioeconomic Progress',
    lead: 'Who owns the land, and who has already begun to organise.',
    color: '--color-nimbu-200',
    cards: [
      {
        id: 'holdings',
        question: 'How many farm holdings are run by women?',
        ...citationOf('holdings'),
        detail: 'Of all operational holdings in India.',
        percentage: 13.96,
      },
      {
        id: 'groups',
        question: 'How many women are in self-help groups?',
        ...citationOf('groups'),
        detail: 'In the groups of the DAY-NRLM programme. A count, so no share is drawn.',
        percentage: null,
      },
    ],
  },
]

export type Testimonial = {
  id: string
  name: string
  role: string
  content: string
  imageUrl: string
  type: 'customer' | 'shg-member'
}

/** Made-up people, named by occupation; the page says so. */
export const STORIES: readonly Testimonial[] = [
  {
    id: 'stick-filler',
    name: 'A stick filler',
    role: 'In a group of eleven',
    content:
      'My task says 600 sticks and, beside it, the money. I send a photo of the full tray, somebody looks at it, and the amount is in my account with a number I can read out. I keep my own passbook now, and it matches.',
    imageUrl: '/illustrations/portrait-sunita.svg',
    type: 'shg-member',
  },
  {
    id: 'amla-grinder',
    name: 'An amla grinder',
    role: 'Dries and grinds amla and tulsi',
    content:
      'Amla comes in winter and does not wait. We slice it the same day and dry it on the roof. When a batch is not dry enough it comes back to me with the reason written down, and I do it again. Before, nobody told us why.',
    imageUrl: '/illustrations/portrait-meenakshi.svg',
    type: 'shg-member',
  },
]

export type Ripple = { title: string; text: string }

export const RIPPLES: readonly Ripple[] = [
  {
    title: 'One box',
    text: 'Thirty sticks have to be weighed, filled and packed. Each of these is a task with its pay written beside it.',
  },
  {
    title: 'One group',
    text: 'A member takes the task, sends a photo when it is done, and is paid by UPI once it is approved. The reference number is hers to check.',
  },
  {
    title: 'One village',
    text: 'Work that comes to the village doesn’t ask anyone to leave it. What is earned there can be spent there.',
  },
]

/** A stated goal for 2030. `progress` is a planning estimate in percent, not a measurement. */
export type Goal = { id: string; figure: string; unit: string; text: string; progress: number }

export const GOALS: readonly Goal[] = [
  {
    id: 'households',
    figure: '5 million',
    unit: 'households',
    text: 'with our food or drink in the kitchen',
    progress: 18,
  },
  { id: 'women', figure: '25,000', unit: 'women', text: 'earning through partner groups', progress: 12 },
  { id: 'acres', figure: '100,000', unit: 'acres', text: 'of fields under millets', progress: 7 },
]

export const GOALS_NOTE =
  'These are goals, and the bars are planning estimates made in 2026, the year we opened. They show where our plan puts us, not what we have counted: nothing here is measured or audited. We aim to report counted figures in their place.'
