/** Texts of the hydration line's product page. */

export const REPLENISH = {
  title: 'Replenish Hydration',
  lead: 'A stick of minerals, fruit and spice that turns a bottle of water into something you look forward to finishing.',
  description:
    'Replenish hydration sticks: electrolytes, tulsi and amla for 500 ml of water. Flavoured and unflavoured boxes of 30 sticks, with the full label.',
}

/** Steps of preparing a drink, in order. */
export const STEPS: readonly string[] = [
  'Mix one stick with 500ml water',
  'Stir until dissolved',
  'Enjoy through the day',
]

export const USE_NOTE =
  'It contains salt, and the flavoured sticks a sweetener: two sticks a day is plenty, and it is not meant for children. If your doctor watches your salt or potassium, ask first. A drink mix, not a medicine.'

export type StoryPart = { title: string; text: string }

export const STORY: readonly StoryPart[] = [
  {
    title: 'It began with leftover water',
    text: 'Bottles go to work full and come home half full. Plain water is easy to forget; a glass that is a little salty and a little sour is not. Nimbu pani has known this for a long time.',
  },
  {
    title: 'Mixed by the gram',
    text: 'Women-led self-help groups weigh, mix and fill each batch from a written card. Every task has its pay written beside it before it starts.',
  },
  {
    title: 'Nothing behind the label',
    text: 'The whole recipe is on this page: each ingredient in order of weight, each mineral in milligrams. What we do not know, we do not print.',
  },
]
