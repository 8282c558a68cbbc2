/** Texts of the hydration landing page. landing.test.ts checks claims about the drink against the label. */

export const HERO = {
  title: 'Water you’ll actually finish',
  lead: 'One stick, 500 ml of water. Made for long desks, longer exams and the 4 pm dip.',
  picture: 'A mint mojito stick poured into a tall glass, with packs of Replenish around it',
}

export type DeskMoment = { time: string; text: string; stick: string }

/** A day at a desk or in a reading room. */
export const DAY: readonly DeskMoment[] = [
  {
    time: '11:40',
    text: 'Third call of the morning. Your tea went cold at ten.',
    stick: '/illustrations/replenish-stick-ginger-lemon.svg',
  },
  {
    time: '16:00',
    text: 'Reading room, exam week, no canteen till six.',
    stick: '/illustrations/replenish-stick-mint-mojito.svg',
  },
  {
    time: '18:30',
    text: 'Walked home because the bus was full.',
    stick: '/illustrations/replenish-stick-mango-chilli.svg',
  },
  {
    time: '22:15',
    text: 'Deploy is green. Bottle is not.',
    stick: '/illustrations/replenish-stick-unflavoured.svg',
  },
]

export type Benefit = { figure: string; title: string; text: string; color: string }

/** Five claims, which the label confirms. */
export const BENEFITS: readonly Benefit[] = [
  {
    figure: '500 ml',
    title: 'One stick, one bottle',
    text: 'A stick holds 5 g and is meant for half a litre of water. Nothing to measure, nothing to wash.',
    color: '--color-lake-200',
  },
  {
    figure: '3',
    title: 'Minerals in milligrams',
    text: 'Sodium, potassium and magnesium, each with its amount and its share of a day on the label.',
    color: '--color-mint-300',
  },
  {
    figure: '0 g',
    title: 'No added sugar',
    text: 'The flavoured sticks use a very little stevia. The unflavoured one has no sweetener at all.',
    color: '--color-nimbu-300',
  },
  {
    figure: '0 mg',
    title: 'No caffeine, no colour',
    text: 'It’s not coffee and doesn’t try to be. What you see in the glass is fruit, leaf and spice.',
    color: '--color-aam-300',
  },
  {
    figure: '11',
    title: 'The whole recipe in print',
    text: 'Eleven ingredients in the flavoured sticks, nine in the unflavoured, each by name and in order of weight. None from animals.',
    color: '--color-lake-100',
  },
]

/** Rows come from the label: nutrients by name, ingredients by their first word. */
export type Pillar = {
  id: 'electrolytes' | 'adaptogens' | 'antioxidants'
  name: string
  text: string
  nutrients: readonly string[]
  ingredients: readonly string[]
}

export const PILLARS: readonly Pillar[] = [
  {
    id: 'electrolytes',
    name: 'Electrolytes',
    text: 'Salts that carry a charge in water. Sweat takes them out; food and drink bring them in. Here they come from sea salt and citrates.',
    nutrients: ['Sodium', 'Potassium', 'Magnesium'],
    ingredients: [],
  },
  {
    id: 'adaptogens',
    name: 'Adaptogens',
    text: 'A herbalist’s word for plants such as tulsi. We tell you it’s in there and make no claims about what it does.',
    nutrients: [],
    ingredients: ['Tulsi'],
  },
  {
    id: 'antioxidants',
    name: 'Antioxidants',
    text: 'Vitamin C is one. With it comes amla, the sour gooseberry of every grandmother’s shelf.',
    nutrients: ['Vitamin C'],
    ingredients: ['Amla'],
  },
]

export type DeskVoice = { id: string; text: string; who: string; portrait: string }

/** Made-up people; the page says so. */
export const DESK_VOICES: readonly DeskVoice[] = [
  {
    id: 'lab',
    text: 'A box lives in my drawer. I fill the bottle at nine, tear a stick, and by lunch I notice that it is empty.',
    who: 'A lab technician in Pune, ginger lemon',
    portrait: '/illustrations/portrait-ritu.svg',
  },
  {
    id: 'hostel',
    text: 'Four of us split a box through finals. Mango chilli went first, and the argument was about who had it.',
    who: 'A student in a Delhi hostel, mango chilli',
    portrait: '/illustrations/portrait-kabir.svg',
  },
]
