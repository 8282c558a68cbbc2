// The twenty tastemakers. Each row draws one packet.
import { inks } from './inks.mjs'
import { lettering, sizeFor } from './lettering.mjs'
import { darker, lighter, mix, transform } from './pen.mjs'
import { plant } from './plants.mjs'
import { FRAME, heatDots, rule, wordmark } from './print.mjs'
import { packet, tin } from './sachets.mjs'

// The tastemakers on sale, drawn on their packs.
export const BLENDS = [
  [
    'garam-masala',
    'Garam|Masala',
    'गरम मसाला',
    'Indian',
    1,
    inks.ragi[700],
    inks.haldi[300],
    inks.haldi[400],
    () => plant.staranise({ a: inks.ragi[600], b: inks.ragi[800], c: inks.mirch[500], k: inks.gulab[200] }),
  ],
  [
    'tandoori',
    'Tandoori',
    'तंदूरी',
    'Indian',
    2,
    inks.mirch[500],
    inks.straw[50],
    inks.gulab[200],
    () => plant.chillies({ a2: inks.mirch[500], a: inks.mirch[600], b: inks.mirch[800] }),
  ],
  [
    'achari',
    'Achari',
    'अचारी',
    'Indian',
    2,
    inks.haldi[400],
    inks.ragi[800],
    inks.straw[100],
    () => plant.rawmango(),
  ],
  [
    'chettinad',
    'Chettinad',
    'चेट्टिनाड',
    'Indian',
    3,
    inks.gulab[300],
    inks.ragi[800],
    inks.straw[100],
    () => plant.pepper(),
  ],
  [
    'sambar',
    'Sambar',
    'सांभर',
    'Indian',
    1,
    inks.bajra[600],
    inks.straw[100],
    inks.haldi[300],
    () => plant.curry(),
  ],
  [
    'haldi-jeera',
    'Haldi|Jeera',
    'हल्दी जीरा',
    'Indian',
    0,
    inks.straw[200],
    inks.ragi[800],
    inks.ragi[700],
    () =>
      plant.turmeric() +
      transform(plant.cumin(), -30, -24, { r: 40, k: 0.6 }) +
      transform(plant.cumin(), 24, -30, { r: -30, k: 0.6 }),
  ],
  [
    'malvani-coconut',
    'Malvani|Coconut',
    'मालवणी नारियल',
    'Indian',
    1,
    inks.aam[400],
    inks.ragi[800],
    inks.haldi[100],
    () => plant.coconut(),
  ],
  [
    'peri-peri',
    'Peri Peri',
    'पेरी पेरी',
    'International',
    3,
    inks.mirch[600],
    inks.haldi[300],
    inks.haldi[400],
    () => transform(plant.chilli(), -2, 2, { r: -18, k: 0.94 }),
  ],
  [
    'zaatar',
    'Za’atar',
    'ज़ातर',
    'International',
    0,
    inks.bajra[300],
    inks.bajra[900],
    inks.straw[100],
    () => transform(plant.thyme(), 0, 0, { k: 0.9 }),
  ],
  [
    'italian-herb',
    'Italian|Herb',
    'इटैलियन हर्ब',
    'International',
    0,
    inks.straw[100],
    inks.mirch[700],
    inks.mirch[500],
    () => plant.basil({ a: inks.bajra[300], b: inks.bajra[600], k: inks.bajra[100] }),
  ],
  [
    'thai-lemongrass',
    'Thai|Lemongrass',
    'थाई लेमनग्रास',
    'International',
    1,
    inks.bajra[500],
    inks.straw[50],
    inks.gulab[200],
    () => plant.lemongrass({ a: inks.bajra[400], b: inks.bajra[700] }),
  ],
  [
    'sichuan-pepper',
    'Sichuan|Pepper',
    'सिचुआन पेपर',
    'International',
    2,
    inks.ragi[800],
    inks.gulab[200],
    inks.straw[200],
    () => plant.sichuan(),
  ],
  [
    'smoky-bbq',
    'Smoky|BBQ',
    'स्मोकी बारबेक्यू',
    'American',
    1,
    inks.ragi[600],
    inks.haldi[300],
    inks.gulab[200],
    () => transform(plant.flame(), 0, 4, { k: 0.88 }),
  ],
  [
    'cajun',
    'Cajun',
    'केजन',
    'American',
    2,
    inks.aam[400],
    inks.ragi[900],
    inks.straw[100],
    () => transform(plant.capsicum(), 0, 2, { k: 0.92 }),
  ],
  [
    'garden-ranch',
    'Garden|Ranch',
    'गार्डन रैंच',
    'American',
    0,
    inks.bajra[200],
    inks.bajra[900],
    inks.bajra[600],
    () => plant.garlic({ l: inks.bajra[300], m: inks.bajra[500] }),
  ],
  [
    'chipotle-lime',
    'Chipotle|Lime',
    'चिपोटले लाइम',
    'American',
    2,
    inks.haldi[400],
    inks.ragi[800],
    inks.mirch[700],
    () =>
      transform(plant.lime(), -15, -10, { k: 0.66 }) +
      transform(
        plant.chilli({
          a: inks.mirch[500],
          b: inks.ragi[800],
          c: inks.mirch[300],
          l: inks.bajra[300],
          m: inks.bajra[500],
        }),
        10,
        14,
        { k: 0.82, r: -8 },
      ),
  ],
  [
    'cocoa-cinnamon',
    'Cocoa|Cinnamon',
    'कोको दालचीनी',
    'Sweet',
    0,
    inks.gulab[300],
    inks.ragi[800],
    inks.straw[100],
    () => transform(plant.cocoa(), 0, 0, { k: 0.86 }),
  ],
  [
    'elaichi-gud',
    'Elaichi|Gud',
    'इलायची गुड़',
    'Sweet',
    0,
    inks.straw[300],
    inks.bajra[900],
    inks.bajra[700],
    () => transform(plant.cardamom(), 0, 2, { k: 0.84 }),
  ],
  [
    'kesar-badam',
    'Kesar|Badam',
    'केसर बादाम',
    'Sweet',
    0,
    inks.haldi[200],
    inks.mirch[700],
    inks.ragi[700],
    () =>
      transform(plant.crocus(), 0, -2, { k: 0.84 }) +
      transform(plant.almond(), -27, 20, { k: 0.62, r: 24 }) +
      transform(plant.almond(), 27, 20, { k: 0.62, r: -24 }),
  ],
  [
    'apple-pie',
    'Apple|Pie',
    'एप्पल पाई',
    'Sweet',
    0,
    inks.mirch[500],
    inks.straw[50],
    inks.haldi[300],
    () => transform(plant.apple(), 0, 3, { k: 0.84 }),
  ],
].map(([slug, name, hi, family, heat, base, type, field, art]) => ({
  slug,
  name,
  hi,
  family,
  heat,
  base,
  type,
  field,
  art,
  accent: type,
}))

export function tasteFront(b, w = 150, h = 206) {
  const { base, type, field, accent } = b
  const x = -w / 2 + 17
  const lines = b.name.split('|')
  const sz = Math.min(27, ...lines.map((s) => sizeFor(s, w - 32, { f: 'anek', wght: 800, wdth: 75 })))
  const y0 = -h + 33
  let o =
    wordmark(x, y0, 11.5, type) +
    heatDots(w / 2 - 33, y0 - 3.6, b.heat, accent || type, mix(base, type, 0.28))
  o += rule(x, y0 + 6, w - 34, type, 0.9)
  o += transform(FRAME[b.family](47, field), 0, -h + 94)
  o += transform(b.art(), 0, -h + (b.family === 'Indian' ? 97 : 94), { k: 0.84 })
  const base2 = -22
  lines
    .slice()
    .reverse()
    .forEach((s, i) => {
      o += lettering(s, x, base2 - i * sz * 0.86, {
        wght: 800,
        wdth: 75,
        size: sz,
        fill: type,
        track: -0.005,
      })
    })
  return o
}

export const drawPacket = (b, o = {}) =>
  packet({ base: b.base, dark: darker(b.base, 0.42), light: lighter(b.base), art: tasteFront(b), ...o })

export function spiceTin(b, o = {}) {
  const w = 140,
    h = 164
  let a =
    transform(FRAME[b.family](36, b.field), 0, -h + 94) +
    transform(b.art(), 0, -h + (b.family === 'Indian' ? 96 : 94), { k: 0.64 })
  a +=
    lettering(b.name.replace('|', ' '), 0, -17, {
      wght: 800,
      wdth: 75,
      size: 21,
      max: 116,
      fill: b.type,
      anchor: 'middle',
    }) + wordmark(0, -h + 44, 12, b.type, 'middle')
  return tin({
    w,
    h,
    base: b.base,
    dark: darker(b.base, 0.5),
    light: lighter(b.base),
    lid: inks.straw[200],
    lidDark: inks.straw[400],
    art: a,
    ...o,
  })
}
