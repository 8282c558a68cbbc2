// The Meal Play Box: an open box of mixes and packets, with the family shapes at play on its front.
import { BLENDS, drawPacket } from './blends.mjs'
import { carton } from './cartons.mjs'
import { inks } from './inks.mjs'
import { lettering } from './lettering.mjs'
import { milletPouch } from './millet-packs.mjs'
import { clip, coarse, num, polygon, rect, strokePath, transform } from './pen.mjs'
import { FRAME, rule, wordmark } from './print.mjs'

const W = 286
const H = 150
const DX = 46
const DY = 28
const X0 = -(W + DX) / 2

const blend = (slug) => BLENDS.find((b) => b.slug === slug)
const packet = (slug, x, y, r, k = 0.62) =>
  transform(drawPacket(blend(slug), { shadow: false }), x, y, { k, r })

/* x, y, radius, family, ink, turn */
const SHAPES = [
  [184, 110, 20, 'Indian', inks.haldi[300], -8],
  [214, 66, 17, 'International', inks.mirch[500], 0],
  [224, 112, 18, 'American', inks.bajra[500], 10],
  [260, 88, 19, 'Sweet', inks.straw[50], 0],
  [260, 129, 10, 'International', inks.haldi[400], 0],
  [180, 68, 11, 'Sweet', inks.ragi[700], 0],
  [251, 51, 10, 'American', inks.ragi[700], 0],
]

function front() {
  let a = rect(0, 0, W, H, inks.gulab[300])
  for (const [x, y, r, family, ink, turn] of SHAPES) a += transform(FRAME[family](r, ink), x, y, { r: turn })
  a += wordmark(18, 29, 17, inks.ragi[800]) + rule(18, 38, W - 36, inks.ragi[800], 1.2)
  a += lettering('Meal', 16, 80, { f: 'eczar', wght: 800, size: 42, fill: inks.ragi[800], track: -0.035 })
  a += lettering('Play', 14, 130, { f: 'eczar', wght: 800, size: 66, fill: inks.ragi[800], track: -0.04 })
  return a
}

function side() {
  let s = rect(0, 0, 60, H + 40, inks.mirch[600])
  const steps = [
    ['Sweet', inks.gulab[200]],
    ['American', inks.haldi[300]],
    ['International', inks.straw[100]],
    ['Indian', inks.haldi[400]],
  ]
  steps.forEach(([family, ink], i) => {
    s += transform(FRAME[family](9, ink), 23, 28 + i * 31)
  })
  return s
}

/* the mouth of the box, dark inside, with the back flap standing */
function mouth() {
  const flap = [
    [X0 + DX, -H - DY],
    [X0 + DX + W, -H - DY],
    [X0 + DX + W - 16, -H - DY - 34],
    [X0 + DX + 16, -H - DY - 34],
  ]
  return polygon(flap, inks.gulab[200])
}

function contents() {
  return coarse(
    () =>
      transform(milletPouch('bajra', { shadow: false }), 74, -H + 66, { k: 0.74, r: 5 }) +
      transform(milletPouch('ragi', { shadow: false }), -66, -H + 74, { k: 0.74, r: -5 }),
  )
}

/* half of each thing is in the box: nothing of it may show below the front edge */
const aboveEdge = (inner) =>
  clip(
    `M${num(X0 - 60)} -420H${num(X0 + W + DX + 60)}V${-H - DY + 4}L${num(X0 + W)} ${-H}H${num(X0 - 60)}Z`,
    inner,
  )

export function playBox() {
  const body = carton({
    w: W,
    h: H,
    dx: DX,
    dy: DY,
    base: inks.gulab[300],
    dark: inks.mirch[700],
    lid: inks.gulab[200],
    front: front(),
    side: side(),
    top: polygon(
      [
        [X0 + 5, -H],
        [X0 + DX, -H - DY + 3],
        [X0 + W + DX - 6, -H - DY + 3],
        [X0 + W - 3, -H],
      ],
      inks.ragi[800],
    ),
  })
  const inBox =
    contents() +
    packet('zaatar', -108, -H + 40, -12) +
    packet('kesar-badam', -6, -H + 52, 1) +
    packet('tandoori', 96, -H + 36, 11)
  return (
    mouth() + body + aboveEdge(inBox) + strokePath(`M${num(X0)} ${-H}H${num(X0 + W)}`, inks.gulab[100], 2.4)
  )
}
