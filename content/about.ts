import type { FactName } from '#content/facts.ts'

export const ABOUT_LEAD =
  'We make millet easy enough for a weeknight. Women-led self-help groups make it, and we show you the numbers along the way.'

export type Problem = {
  id: string
  label: string
  title: string
  text: string
  drawing: string
  facts: readonly FactName[]
}

export const PROBLEMS = {
  title: 'Three problems on one plate',
  tabs: [
    {
      id: 'health',
      label: 'Health',
      title: 'Fed, and still short of something',
      text: 'You can eat your fill and still miss something. These are the numbers behind India’s kitchens. One meal won’t change them, and we won’t pretend ours does.',
      drawing: 'cultivate-food',
      facts: ['anaemiaWomen', 'anaemiaChildren', 'stunting', 'diabetes'],
    },
    {
      id: 'economic',
      label: 'Economic',
      title: 'The work is hers, the title is not',
      text: 'Women work in the field, at the mill and at the stove. Few run the holding. Self-help groups are where many of them keep money, books and a say of their own.',
      drawing: 'cultivate-people',
      facts: ['holdings', 'groups'],
    },
    {
      id: 'food-systems',
      label: 'Food Systems',
      title: 'Thirsty fields, forgotten grain',
      text: 'Most of the water goes to what we grow, so what we choose to eat is a decision about water. Ragi and bajra were everyday food before they were a trend.',
      drawing: 'cultivate-land',
      facts: ['water', 'calcium', 'iron', 'milletYear'],
    },
  ],
} as const satisfies { title: string; tabs: readonly Problem[] }

export const MISSION =
  'To bring millet back to everyday dinners, made by groups of women who are paid for every task approved.'

export const VISION =
  'Kitchens where millet is nothing special, and villages where packing it is a good job close to home.'

export const MANIFESTO = [
  'Dinner first. If it does not taste good, the rest is talk.',
  'Name every ingredient in a word that is used at home.',
  'Say the number, and say who counted it.',
  'Pay for work that passes review, and show the review to the woman who did it.',
  'Never sell food as medicine.',
  'Leave blank what we have not measured.',
] as const

export type ProcessStep = { title: string; text: string; drawing: string }

export const PROCESS = {
  title: 'How a packet is made',
  steps: [
    { title: 'Grow', text: 'Ragi and bajra come in from the field as whole grain.', drawing: 'motif-ragi' },
    {
      title: 'Clean and roast',
      text: 'Stones and husk go out. The grain is toasted until it smells of popcorn.',
      drawing: 'work-light',
    },
    {
      title: 'Mill and mix',
      text: 'Cracked coarse, then mixed with pulses and nuts to one written recipe.',
      drawing: 'work-mix',
    },
    { title: 'Weigh and seal', text: '85 g a sachet: one meal, one sachet.', drawing: 'work-box' },
    {
      title: 'Photograph and check',
      text: 'The finished task is photographed and reviewed. Once approved, it is due for payment.',
      drawing: 'work-camera',
    },
    {
      title: 'Pack and send',
      text: 'Your ten picks go into the box, and the box goes to you.',
      drawing: 'work-truck',
    },
  ],
} as const satisfies { title: string; steps: readonly ProcessStep[] }

export const ABOUT_VOICES_TITLE = 'Voices from the room'

export type NextStep = { title: string; text: string; link: string; to: string }

export const ABOUT_NEXT = {
  title: 'Pull up a chair',
  steps: [
    { title: 'Cook', text: 'Mixes, tastemakers and the box with both.', link: 'Shop Now', to: '/products' },
    {
      title: 'Work with us',
      text: 'For groups, shops and kitchens that buy in bulk.',
      link: 'Partner With Us',
      to: '/contact',
    },
    {
      title: 'Check our sums',
      text: 'What we count from farm to plate.',
      link: 'Learn About Our Impact',
      to: '/impact',
    },
  ],
} as const satisfies { title: string; steps: readonly NextStep[] }
