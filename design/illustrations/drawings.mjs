import { BLENDS, drawPacket, spiceTin } from './blends.mjs'
import { containers, servedBowl } from './containers.mjs'
import { sceneFood, sceneLand, scenePeople } from './cultivation.mjs'
import { BAKED_DISHES } from './dishes-baked.mjs'
import { BOWL_DISHES } from './dishes-bowls.mjs'
import { FLAT_DISHES } from './dishes-flat.mjs'
import { ROUND_DISHES } from './dishes-round.mjs'
import { heroHydra, heroMillet } from './heroes.mjs'
import { FLAV, mixedBox, stickBox, stickPack } from './hydration-packs.mjs'
import { inks } from './inks.mjs'
import { turmericJar } from './jar.mjs'
import { JH, JW, journey } from './journey.mjs'
import { completeBox, milletPouch } from './millet-packs.mjs'
import { HYDRA } from './names.mjs'
import { transform } from './pen.mjs'
import { plant } from './plants.mjs'
import { playBox } from './play-box.mjs'
import { PORTRAITS, portrait } from './portraits.mjs'
import { FRAME } from './print.mjs'
import { blankPouch, empties, mark } from './small-pictures.mjs'
import { glass, ice } from './tableware.mjs'
import { VALUES } from './values.mjs'
import { WORK } from './worker-pictures.mjs'

/* The list of all drawings: {name, title, box: [x, y, width, height], draw}. Order matters only for the ids inside. */
export const drawings = []
function add(name, title, box, draw) {
  drawings.push({ name, title, box, draw })
}
const V = {
  pouch: [-124, -330, 290, 350],
  box: [-170, -336, 382, 356],
  packet: [-84, -214, 204, 230],
  stick: [-34, -254, 92, 268],
  stickBox: [-134, -316, 316, 330],
  tin: [-80, -200, 200, 212],
}
add('complete-box', 'Complete box, 20 millet meals', V.box, () => completeBox())
add('mix-ragi', 'Ragi meal mix pouch', V.pouch, () => milletPouch('ragi'))
add('mix-bajra', 'Bajra meal mix pouch', V.pouch, () => milletPouch('bajra'))
for (const b of BLENDS)
  add(`taste-${b.slug}`, `${b.name.replace('|', ' ')} tastemaker packet`, V.packet, () => drawPacket(b))
for (const k of ['garam-masala', 'peri-peri', 'smoky-bbq', 'kesar-badam']) {
  const b = BLENDS.find((b) => b.slug === k)
  add(`tin-${k}`, `${b.name.replace('|', ' ')} tin`, V.tin, () => spiceTin(b))
}
add('containers', 'Biodegradable bowls, one with its lid on', [-160, -150, 330, 178], () => containers())
add('bowl-served', 'A bowl of millet', [-130, -130, 280, 146], () => servedBowl())
for (const k of Object.keys(FLAV)) {
  const nm = FLAV[k].name.replace('|', ' ').trim()
  add(`replenish-box-${k}`, `${HYDRA} ${nm}, box of 30 sticks`, V.stickBox, () => stickBox(k))
  add(`replenish-stick-${k}`, `${HYDRA} ${nm} stick`, V.stick, () => stickPack(k))
}
add(
  'glass-mint',
  'A glass of mint mojito',
  [-90, -310, 230, 320],
  () =>
    glass({
      w: 144,
      h: 236,
      liquid: inks.mint[200],
      deep: inks.mint[300],
      level: 0.78,
      extras:
        ice(-16, -150, 17, 18) +
        ice(22, -158, 15, -12) +
        ice(-2, -122, 14, 40) +
        transform(plant.lime({ a: inks.mint[200], b: inks.mint[500], c: '#ffffff' }), 24, -84, { k: 0.54 }),
    }) + transform(plant.mint(), 34, -232, { k: 0.82, r: 16 }),
)
add(
  'bundle-table',
  'Complete box with compostable bowls',
  [-210, -346, 460, 378],
  () => transform(completeBox(), -20, -12) + transform(containers(), 70, 20, { k: 0.86 }),
)
add(
  'bundle-pair',
  'Ragi and bajra mixes together',
  [-190, -336, 400, 360],
  () => transform(milletPouch('bajra'), 66, -12, { k: 0.94 }) + transform(milletPouch('ragi'), -58, 6),
)
add(
  'bundle-two-seasons',
  'Ragi mix with a box of hydration sticks',
  [-200, -336, 420, 362],
  () => transform(milletPouch('ragi'), -76, -10) + transform(stickBox('mint-mojito'), 78, 10, { k: 0.86 }),
)
for (const [k, f] of [
  ['', false],
  ['-mobile', true],
]) {
  const a = heroMillet(f),
    b = heroHydra(f)
  add(
    `hero-millet${k}`,
    'The millet range on a table before a field at sunset',
    [0, 0, a.w, a.h],
    () => heroMillet(f).svg,
  )
  add(
    `hero-hydration${k}`,
    'A stick poured into a tall glass beside the hydration range',
    [0, 0, b.w, b.h],
    () => heroHydra(f).svg,
  )
}
for (const [i, title] of [
  'Women carry home the harvest',
  'Grain is winnowed and milled',
  'The group packs each box',
  'Dinner at home',
].entries()) {
  add(`journey-${i + 1}`, title, [0, 0, JW, JH], journey[i])
}
for (const [k, f, t] of [
  ['food', sceneFood, 'A bowl of millet ringed by spices'],
  ['people', scenePeople, 'Three women of a self-help group with the boxes they pack'],
  ['land', sceneLand, 'Millet standing in furrows'],
])
  add(`cultivate-${k}`, t, [0, 0, 640, 560], () => f().svg)
for (const [k, t] of [
  ['work', 'A woman packing boxes'],
  ['read', 'A packet under a lens'],
  ['soil', 'A seedling in a fibre bowl'],
])
  add(`value-${k}`, t, [0, 0, 300, 300], () => VALUES[k]())
for (const k of Object.keys(PORTRAITS))
  add(`portrait-${k}`, 'Portrait', [0, 0, 240, 240], () => portrait(PORTRAITS[k]))
for (const k of Object.keys(WORK)) add(`work-${k}`, k, [0, 0, 96, 96], () => WORK[k]())
for (const k of Object.keys(FRAME))
  add(`family-${k.toLowerCase()}`, `${k} tastemakers`, [-26, -26, 52, 52], () =>
    FRAME[k](
      21,
      {
        Indian: inks.haldi[400],
        International: inks.mirch[500],
        American: inks.bajra[500],
        Sweet: inks.gulab[400],
      }[k],
    ),
  )
for (const k of [
  'ragi',
  'bajra',
  'mint',
  'gingerCut',
  'lemonHalf',
  'mango',
  'chilli',
  'turmeric',
  'curry',
  'cardamom',
  'staranise',
  'drop',
])
  add(
    `motif-${k.toLowerCase()}`,
    k,
    k === 'bajra' ? [-60, -110, 120, 180] : k === 'ragi' ? [-75, -95, 150, 175] : [-62, -66, 124, 130],
    () => plant[k](),
  )
add('empty-basket', 'An empty basket', [10, 10, 220, 184], () => empties.basket())
add('empty-orders', 'A closed parcel', [20, 0, 200, 194], () => empties.orders())
add('mark', 'Mark: an ear of ragi', [-40, -40, 80, 80], () => mark(inks.ragi[800]))
add('mix-protein', 'Protein-boosted millet mix pouch', V.pouch, () => milletPouch('protein'))
add('tin-turmeric', 'Turmeric tastemaker jar', [-92, -204, 216, 216], turmericJar)
add('meal-play-box', 'Meal play box with mixes and packets', [-190, -340, 420, 360], playBox)
add('replenish-box-mixed', `${HYDRA} flavoured, box of 30 sticks`, V.stickBox, () => mixedBox())
add('placeholder', 'No picture', V.pouch, blankPouch)
const DISHES = { ...FLAT_DISHES, ...ROUND_DISHES, ...BAKED_DISHES, ...BOWL_DISHES }
for (const [k, [title, draw]] of Object.entries(DISHES)) add(`dish-${k}`, title, [-164, -186, 352, 206], draw)
