// A glass jar of one tastemaker. The origin is the middle of the base, on the ground.
import { inks } from './inks.mjs'
import { lettering } from './lettering.mjs'
import { clip, darker, dots, ellipse, fillPath, grain, mix, rect, transform } from './pen.mjs'
import { plant } from './plants.mjs'
import { FRAME, wordmark } from './print.mjs'

const W = 148
const H = 176
const X = W / 2
/* straight sides, round shoulders, a foot that follows the ellipse of the base */
const BODY = `M${-X} ${-H + 62}C${-X} ${-H + 34} ${-X + 18} ${-H + 30} ${-X + 18} ${-H + 14}H${X - 18}C${X - 18} ${-H + 30} ${X} ${-H + 34} ${X} ${-H + 62}V-20Q${X} -2 ${X - 20} 0Q0 7 ${-X + 20} 0Q${-X} -2 ${-X} -20Z`
const LABEL = `M${-X - 1} -120Q0 -108 ${X + 1} -120V-30Q0 -18 ${-X - 1} -30Z`

const shadow = fillPath(
  `M${-X + 14} -2L${X - 10} 0L${X + 40} -30C${X + 48} -22 ${X + 34} 4 0 4Z`,
  inks.ragi[900],
  'opacity=".16"',
)

/* what is inside, seen above and below the label, heaped a little to the left */
function powder({ fill, dark, light }) {
  const top = -H + 46
  const heap = `M${-X} ${top + 10}C${-X * 0.5} ${top - 8} ${X * 0.2} ${top - 4} ${X} ${top + 14}V10H${-X}Z`
  return (
    fillPath(heap, fill) +
    dots(grain(-X + 8, top + 8, W - 12, 40, 90, 4, { bx: 0.9, by: 0.2 }), dark, 1.8) +
    dots(grain(-X + 8, -34, W - 12, 36, 80, 6, { bx: 0.9, by: 0.2 }), dark, 1.8) +
    fillPath(
      `M${-X + 10} ${top + 16}C${-X * 0.5} ${top} 0 ${top} ${X * 0.4} ${top + 8}C0 ${top + 6} ${-X * 0.5} ${top + 8} ${-X + 10} ${top + 16}Z`,
      light,
    )
  )
}

function label(b) {
  const paper =
    fillPath(LABEL, b.base) +
    fillPath(`M${X - 28} -130H${X + 4}V-10H${X - 28}Z`, darker(b.base, 0.42), 'opacity=".4"') +
    dots(grain(X - 76, -118, 66, 92, 70, 5, { bx: 2, by: 0.2 }), darker(b.base, 0.42), 1.4).replace(
      'fill="none"',
      'fill="none" opacity=".5"',
    )
  const art = transform(FRAME[b.family](29, b.field), 11, -80) + transform(b.art(), 11, -77, { k: 0.54 })
  const words =
    lettering(b.name, 6, -30, { wght: 800, wdth: 75, size: 21, max: 116, fill: b.type, anchor: 'middle' }) +
    wordmark(-X + 22, -104, 9.6, b.type)
  return clip(LABEL, paper + art + words)
}

function lid() {
  const y = -H + 16
  const x = X - 10
  const d = `M${-x} ${y - 24}V${y - 3}A${x} 15 0 0 0 ${x} ${y - 3}V${y - 24}Z`
  return (
    fillPath(d, inks.ragi[800]) +
    clip(
      d,
      rect(-x - 2, y - 40, x * 2 - 22, 70, inks.ragi[600]) + rect(-x + 8, y - 40, 5, 70, inks.ragi[400]),
    ) +
    ellipse(0, y - 24, x, 15, inks.ragi[500]) +
    ellipse(0, y - 23.4, x - 7, 11.6, inks.ragi[600])
  )
}

/* glass: pale body, what it holds, the paper label round it, one long light */
export function jar(b, inside) {
  const glass = mix(inside.fill, '#ffffff', 0.78)
  const light = fillPath(
    `M${-X + 9} ${-H + 66}C${-X + 9} ${-H + 50} ${-X + 15} ${-H + 44} ${-X + 21} ${-H + 38}L${-X + 28} ${-H + 38}C${-X + 19} ${-H + 50} ${-X + 17} ${-H + 58} ${-X + 17} ${-H + 70}V-20L${-X + 9} -24Z`,
    '#ffffff',
    'opacity=".6"',
  )
  const foot = fillPath(`M${-X} -12Q0 2 ${X} -12V12H${-X}Z`, glass, 'opacity=".55"')
  const shade = fillPath(
    `M${X - 24} ${-H}H${X + 4}V10H${X - 40}C${X - 26} -40 ${X - 24} -90 ${X - 24} ${-H}Z`,
    inside.dark,
    'opacity=".38"',
  )
  return shadow + fillPath(BODY, glass) + clip(BODY, powder(inside) + foot + shade + label(b) + light) + lid()
}

const turmeric = {
  name: 'Turmeric',
  family: 'Indian',
  base: inks.straw[100],
  type: inks.ragi[800],
  field: inks.ragi[700],
  art: () => plant.turmeric(),
}

export const turmericJar = () =>
  jar(turmeric, { fill: inks.haldi[400], dark: inks.haldi[600], light: inks.haldi[200] })
