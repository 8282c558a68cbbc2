import type { ProductContent } from '#shop/catalogue/product-fields.ts'

/** A drawing in a picture: left edge, bottom edge and width in percent of the tile, rotation in degrees. */
export type PicturePart = { src: string; left: number; bottom: number; width: number; turn?: number }

/** A picture composed of drawings. `ground`: the CSS variable of its background colour. */
export type FlavourPicture = { alt: string; caption: string; ground: string; parts: readonly PicturePart[] }

export type FlavourId = 'mint-mojito' | 'ginger-lemon' | 'mango-chilli' | 'unflavoured'

/** `color`: a CSS variable of the scales. `tang`, `sweet`: our own rating. `box`: slug of the box that contains it. */
export type Flavour = {
  id: FlavourId
  name: string
  description: string
  story: string
  taste: string
  tang: 0 | 1 | 2 | 3
  sweet: 0 | 1 | 2 | 3
  image: string
  color: string
  box: ProductContent['slug']
  gallery: readonly [FlavourPicture, FlavourPicture, FlavourPicture, FlavourPicture]
}

const MIXED_BOX: FlavourPicture = {
  alt: 'The flavoured box: 30 sticks in three flavours',
  caption: 'Ten of the thirty sticks in the flavoured box.',
  ground: '--color-lake-200',
  parts: [{ src: '/illustrations/replenish-box-mixed.svg', left: 17, bottom: 8, width: 64 }],
}

export const FLAVOURS: readonly Flavour[] = [
  {
    id: 'mint-mojito',
    name: 'Mint mojito',
    description: 'Spearmint, lime, black salt.',
    story:
      'Smells of a torn mint leaf and tastes of lime first. The black salt comes last and asks for another sip.',
    taste: 'Garden-cold',
    tang: 2,
    sweet: 1,
    image: '/illustrations/replenish-stick-mint-mojito.svg',
    color: '--color-mint-200',
    box: 'mixed-flavour',
    gallery: [
      {
        alt: 'A mint mojito stick',
        caption: 'One stick, 5 g. Tear it at the notch.',
        ground: '--color-mint-300',
        parts: [{ src: '/illustrations/replenish-stick-mint-mojito.svg', left: 37, bottom: 7, width: 29 }],
      },
      {
        alt: 'A sprig of spearmint and a cut lime',
        caption: 'Spearmint and lime, dried and ground.',
        ground: '--color-lake-100',
        parts: [
          { src: '/illustrations/motif-mint.svg', left: 12, bottom: 14, width: 52, turn: -8 },
          { src: '/illustrations/motif-lemonhalf.svg', left: 54, bottom: 10, width: 36 },
        ],
      },
      {
        alt: 'A tall glass of mint mojito with ice and a sprig of mint, a stick beside it',
        caption: 'Stirred into cold water. The leaf and the ice are yours to add.',
        ground: '--color-nimbu-300',
        parts: [
          { src: '/illustrations/glass-mint.svg', left: 12, bottom: 6, width: 56 },
          { src: '/illustrations/replenish-stick-mint-mojito.svg', left: 68, bottom: 7, width: 21 },
        ],
      },
      MIXED_BOX,
    ],
  },
  {
    id: 'ginger-lemon',
    name: 'Ginger lemon',
    description: 'Lemon, dry ginger, a pinch of black pepper.',
    story:
      'Sharp at the tip of the tongue, warm at the back of the throat. Good cold; good in warm water too.',
    taste: 'Sharp, then warm',
    tang: 3,
    sweet: 1,
    image: '/illustrations/replenish-stick-ginger-lemon.svg',
    color: '--color-nimbu-200',
    box: 'mixed-flavour',
    gallery: [
      {
        alt: 'A ginger lemon stick',
        caption: 'One stick, 5 g. Tear it at the notch.',
        ground: '--color-nimbu-300',
        parts: [{ src: '/illustrations/replenish-stick-ginger-lemon.svg', left: 37, bottom: 7, width: 29 }],
      },
      {
        alt: 'A hand of ginger and half a lemon',
        caption: 'Lemon first, ginger after it, a pinch of pepper between.',
        ground: '--color-lake-100',
        parts: [
          { src: '/illustrations/motif-gingercut.svg', left: 8, bottom: 12, width: 52 },
          { src: '/illustrations/motif-lemonhalf.svg', left: 54, bottom: 18, width: 38 },
        ],
      },
      {
        alt: 'A ginger lemon stick beside a drop of water',
        caption: 'Into 500 ml of water, cold or warm.',
        ground: '--color-lake-300',
        parts: [
          {
            src: '/illustrations/replenish-stick-ginger-lemon.svg',
            left: 15,
            bottom: 9,
            width: 27,
          },
          { src: '/illustrations/motif-drop.svg', left: 47, bottom: 6, width: 40 },
        ],
      },
      MIXED_BOX,
    ],
  },
  {
    id: 'mango-chilli',
    name: 'Mango chilli',
    description: 'Mango and Byadgi chilli, with salt.',
    story:
      'The cart outside the school gate: ripe mango, a little salt, and a chilli that colours more than it burns.',
    taste: 'Sweet with a kick',
    tang: 2,
    sweet: 2,
    image: '/illustrations/replenish-stick-mango-chilli.svg',
    color: '--color-aam-300',
    box: 'mixed-flavour',
    gallery: [
      {
        alt: 'A mango chilli stick',
        caption: 'One stick, 5 g. Tear it at the notch.',
        ground: '--color-aam-200',
        parts: [{ src: '/illustrations/replenish-stick-mango-chilli.svg', left: 37, bottom: 7, width: 29 }],
      },
      {
        alt: 'A ripe mango and a red chilli',
        caption: 'Mango powder and Byadgi chilli, known for its colour.',
        ground: '--color-lake-100',
        parts: [
          { src: '/illustrations/motif-mango.svg', left: 8, bottom: 10, width: 56 },
          { src: '/illustrations/motif-chilli.svg', left: 54, bottom: 14, width: 40 },
        ],
      },
      {
        alt: 'A mango chilli stick beside a drop of water',
        caption: 'Into 500 ml of cold water.',
        ground: '--color-lake-300',
        parts: [
          {
            src: '/illustrations/replenish-stick-mango-chilli.svg',
            left: 15,
            bottom: 9,
            width: 27,
          },
          { src: '/illustrations/motif-drop.svg', left: 47, bottom: 6, width: 40 },
        ],
      },
      MIXED_BOX,
    ],
  },
  {
    id: 'unflavoured',
    name: 'Unflavoured',
    description: 'Minerals and salt. Goes into anything.',
    story:
      'No sweetener, no flavouring. Put it into nimbu pani, coconut water or thin chaas, and the drink stays itself.',
    taste: 'Tastes of nearly nothing',
    tang: 0,
    sweet: 0,
    image: '/illustrations/replenish-stick-unflavoured.svg',
    color: '--color-lake-100',
    box: 'unflavoured-30-sticks',
    gallery: [
      {
        alt: 'An unflavoured stick',
        caption: 'One stick, 5 g. Tear it at the notch.',
        ground: '--color-lake-300',
        parts: [{ src: '/illustrations/replenish-stick-unflavoured.svg', left: 37, bottom: 7, width: 29 }],
      },
      {
        alt: 'A drop of water',
        caption: 'Minerals, salt, amla and tulsi. Nothing for the nose.',
        ground: '--color-lake-100',
        parts: [{ src: '/illustrations/motif-drop.svg', left: 22, bottom: 12, width: 58 }],
      },
      {
        alt: 'An unflavoured stick beside half a lemon',
        caption: 'Into nimbu pani, coconut water or a bottle from the tap.',
        ground: '--color-nimbu-300',
        parts: [
          { src: '/illustrations/replenish-stick-unflavoured.svg', left: 15, bottom: 9, width: 27 },
          { src: '/illustrations/motif-lemonhalf.svg', left: 45, bottom: 6, width: 44 },
        ],
      },
      {
        alt: 'The unflavoured box of 30 sticks',
        caption: 'Its own box: thirty sticks, all unflavoured.',
        ground: '--color-mint-200',
        parts: [{ src: '/illustrations/replenish-box-unflavoured.svg', left: 17, bottom: 8, width: 64 }],
      },
    ],
  },
]
