// Packet, stick, tin. The origin is the middle of the base, on the ground.
import { inks } from './inks.mjs'
import { clip, dots, ellipse, fillPath, grain, mix, num, rect, strokePath } from './pen.mjs'
import { shadowOf } from './print.mjs'

/* flat packet with pinked edges, for one blend */
export function sachetShape(w, h, tooth = 4) {
  const x = w / 2,
    nT = Math.round(w / (tooth * 2))
  const s = w / nT
  let d = `M${-x} ${-h}`
  for (let i = 0; i < nT; i++) d += `l${num(s / 2)} ${-tooth * 0.8}l${num(s / 2)} ${tooth * 0.8}`
  d += `C${x + 2} ${-h * 0.7} ${x + 2} ${-h * 0.3} ${x} 0`
  for (let i = 0; i < nT; i++) d += `l${num(-s / 2)} ${tooth * 0.8}l${num(-s / 2)} ${-tooth * 0.8}`
  return `${d}C${-x - 2} ${-h * 0.3} ${-x - 2} ${-h * 0.7} ${-x} ${-h}Z`
}

export function packet({
  w = 150,
  h = 206,
  base,
  dark,
  light,
  art = '',
  shadow = true,
  ink = inks.ragi[900],
}) {
  const d = sachetShape(w, h),
    x = w / 2
  let cr = ''
  for (let i = -x + 3; i < x; i += 3.6) cr += `M${num(i)} ${-h + 1}v12M${num(i)} -13v12`
  return (
    (shadow ? shadowOf(w, 20, ink, 0.17, 0.6) : '') +
    fillPath(d, base) +
    clip(
      d,
      art +
        fillPath(
          `M${x - 15} ${-h}C${x - 22} ${-h * 0.6} ${x - 10} ${-h * 0.35} ${x - 17} 6H${x + 8}V${-h - 6}Z`,
          dark,
          'opacity=".36"',
        ) +
        dots(grain(x - 62, -h + 16, 48, h - 32, 130, 7, { bx: 1.7, by: 0.2 }), dark, 1.4).replace(
          'fill="none"',
          'fill="none" opacity=".5"',
        ) +
        fillPath(
          `M${-x + 6} ${-h + 22}C${-x + 3} ${-h * 0.6} ${-x + 4} ${-h * 0.4} ${-x + 6} -24C${-x + 9} ${-h * 0.4} ${-x + 9} ${-h * 0.6} ${-x + 11} ${-h + 22}Z`,
          light,
          'opacity=".55"',
        ) +
        rect(-x - 3, -h - 6, w + 6, 20, dark, 0, 'opacity=".28"') +
        rect(-x - 3, -14, w + 6, 20, dark, 0, 'opacity=".28"') +
        strokePath(cr, light, 0.7, 'opacity=".4"'),
    )
  )
}

/* stick sachet */
export function stick({
  w = 46,
  h = 236,
  base,
  dark,
  light,
  art = '',
  label = '',
  shadow = true,
  ink = inks.lake[900],
}) {
  const x = w / 2
  const d = `M${-x} ${-h}H${x}V${-h + 16}L${x - 3.4} ${-h + 19}L${x} ${-h + 22}C${x + 1.4} ${-h * 0.6} ${x + 1.4} ${-h * 0.3} ${x} 0H${-x}C${-x - 1.4} ${-h * 0.3} ${-x - 1.4} ${-h * 0.6} ${-x} ${-h + 22}Z`
  let cr = ''
  for (let i = -x + 2.6; i < x; i += 3) cr += `M${num(i)} ${-h + 1}v9M${num(i)} -10v9`
  return (
    (shadow ? shadowOf(w, 16, ink, 0.15, 0.5) : '') +
    fillPath(d, base) +
    clip(
      d,
      art +
        fillPath(
          `M${x - 9} ${-h}C${x - 14} ${-h * 0.6} ${x - 6} ${-h * 0.3} ${x - 11} 0H${x + 4}V${-h}Z`,
          dark,
          'opacity=".4"',
        ) +
        fillPath(
          `M${-x + 4.5} ${-h + 20}V-16C${-x + 7.5} ${-h * 0.4} ${-x + 7.5} ${-h * 0.6} ${-x + 8} ${-h + 20}Z`,
          light,
          'opacity=".6"',
        ) +
        rect(-x - 2, -h, w + 4, 12, dark, 0, 'opacity=".32"') +
        rect(-x - 2, -12, w + 4, 12, dark, 0, 'opacity=".32"') +
        strokePath(cr, light, 0.7, 'opacity=".45"'),
    ) +
    label
  )
}

/* round tin, seen from just above */
export function tin({ w = 130, h = 140, base, dark, light, lid, lidDark, art = '', shadow = true }) {
  const x = w / 2,
    e = w * 0.13
  const d = `M${-x} ${-h + 10}V${-e}A${x} ${e} 0 0 0 ${x} ${-e}V${-h + 10}Z`
  const ld = `M${-x - 2.5} ${-h - 6}V${-h + 14}A${x + 2.5} ${e} 0 0 0 ${x + 2.5} ${-h + 14}V${-h - 6}Z`
  return (
    (shadow
      ? fillPath(
          `M${-x + 10} -4L${x} ${-e}L${x + 42} ${-e - 16}C${x + 46} ${-e - 4} ${x + 30} 2 0 1Z`,
          inks.ragi[900],
          'opacity=".16"',
        )
      : '') +
    fillPath(d, base) +
    clip(
      d,
      art +
        fillPath(`M${x - 26} ${-h}H${x + 4}V4H${x - 26}Z`, dark, 'opacity=".4"') +
        dots(grain(x - 70, -h + 20, 60, h - 24, 70, 5, { bx: 2, by: 0.2 }), dark, 1.4).replace(
          'fill="none"',
          'fill="none" opacity=".5"',
        ) +
        rect(-x + 7, -h, 6, h + 10, light, 0, 'opacity=".5"'),
    ) +
    fillPath(ld, lidDark) +
    clip(
      ld,
      rect(-x - 3, -h - 20, w - 22, 50, lid) + rect(-x + 5, -h - 20, 5, 50, mix(lid, '#ffffff', 0.5)),
    ) +
    ellipse(0, -h - 6, x + 2.5, e, mix(lid, '#ffffff', 0.22)) +
    ellipse(0, -h - 5.4, x - 6, e - 3.2, lid) +
    fillPath(
      `M${-x + 6} ${-h - 5.4}A${x - 6} ${e - 3.2} 0 0 1 ${x - 6} ${-h - 5.4}A${x - 6} ${e - 6} 0 0 0 ${-x + 6} ${-h - 5.4}Z`,
      lidDark,
    )
  )
}
