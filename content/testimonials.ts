/** A testimonial. All are composites that we wrote, so none has a person's name; the page says so. */
export type Testimonial = {
  id: string
  /** A role such as 'A student', never a person's name. */
  name: string
  role: string
  content: string
  imageUrl: string
  type: 'customer' | 'shg-member'
}

/** Shown beside every group of testimonials. */
export const VOICES_NOTE =
  'These voices are illustrative composites. We wrote them from situations this food is made for; no single person said these words, and the portraits are drawings.'

export const HOME_VOICES: readonly Testimonial[] = [
  {
    id: 'grandmother',
    name: 'A grandmother',
    role: 'Composite voice: grew up on ragi',
    content:
      'I grew up on ragi and had stopped cooking it. Ten minutes, my own tadka on top, and my grandson asks for the red packet.',
    imageUrl: '/illustrations/portrait-meenakshi.svg',
    type: 'customer',
  },
  {
    id: 'packer',
    name: 'A group member',
    role: 'Composite voice: weighs and packs',
    content:
      'I like the weighing. Eighty-five grams is eighty-five grams, whoever is looking, and the book says how many I did.',
    imageUrl: '/illustrations/portrait-farida.svg',
    type: 'shg-member',
  },
  {
    id: 'late-shift',
    name: 'A late-shift cook',
    role: 'Composite voice: home after nine',
    content: 'One pan, one sachet, and I choose between Chettinad and Peri Peri while the water boils.',
    imageUrl: '/illustrations/portrait-joseph.svg',
    type: 'customer',
  },
  {
    id: 'student',
    name: 'A student',
    role: 'Composite voice: shares one stove',
    content:
      'Five of us share one stove. The plain mix is fair: everybody opens their own packet and nobody argues about the chilli.',
    imageUrl: '/illustrations/portrait-kabir.svg',
    type: 'customer',
  },
]

export const ABOUT_VOICES: readonly Testimonial[] = [
  {
    id: 'bookkeeper',
    name: 'A group bookkeeper',
    role: 'Composite voice: keeps the passbook',
    content:
      'We read the page aloud at the meeting. If the figures are right, nobody needs to be told to trust.',
    imageUrl: '/illustrations/portrait-devi.svg',
    type: 'shg-member',
  },
  {
    id: 'roaster',
    name: 'A roaster',
    role: 'Composite voice: works at the pan',
    content: 'Grain tells you when it is done. It smells of popcorn, then you have half a minute.',
    imageUrl: '/illustrations/portrait-asha.svg',
    type: 'shg-member',
  },
  {
    id: 'parent',
    name: 'A parent',
    role: 'Composite voice: cooks with a child',
    content: 'She measures, I hold the pan. What she has stirred herself she will at least taste.',
    imageUrl: '/illustrations/portrait-ritu.svg',
    type: 'customer',
  },
]
